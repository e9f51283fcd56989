/** What money should do, as simply as possible: no ledger, no jobs, no provider, only people and bookings. */
export type ModelBooking = {
  id: string
  studentIndex: number
  price: number
  fee: number
  start: number
  end: number
  state: 'requested' | 'approved' | 'active' | 'completed' | 'missed' | 'declined' | 'lapsed' | 'cancelled'
  /** The rest of each part: neither refunded nor taken by a bank. */
  leftPrice: number
  leftFee: number
  /** A refund that waits until a dispute is decided. */
  owed: number
  /** How much a bank took of it. */
  disputed: number
  dispute: 'open' | 'lost' | null
  /** What of a lost one counted as a refund that was owed, and what of each part it took; none after the bank decided otherwise. */
  lost: { owed: number; price: number; fee: number } | null
  wonLate: boolean
  /** Whether its tutor was credited, and from when they may withdraw it. */
  earned: boolean
  availableAt: number
  problem: 'open' | 'settled' | null
  /** Its card's bank sends refunds back, or the provider makes none after a lost dispute. */
  refundsFail: boolean
}

export type ModelWithdrawal = { id: string; cents: number; state: 'sent' | 'paid' | 'failed' }

const hour = 3_600_000
const waitMillis = 48 * hour

export class Model {
  readonly bookings: ModelBooking[] = []
  readonly withdrawals: ModelWithdrawal[] = []
  /** What each student's card was charged, minus what was refunded to it. */
  readonly spent: number[]

  constructor(students: number) {
    this.spent = Array.from({ length: students }, () => 0)
  }

  pay(
    booking: Pick<ModelBooking, 'id' | 'studentIndex' | 'price' | 'fee' | 'start' | 'end' | 'refundsFail'>,
  ): void {
    this.bookings.push({
      ...booking,
      state: 'requested',
      leftPrice: booking.price,
      leftFee: booking.fee,
      owed: 0,
      disputed: 0,
      dispute: null,
      lost: null,
      wonLate: false,
      earned: false,
      availableAt: booking.end + waitMillis,
      problem: null,
    })
    this.spent[booking.studentIndex]! += booking.price + booking.fee
  }

  /** The settle job's effect on bookings that nobody, or everybody, attended. */
  tick(now: number): void {
    for (const booking of this.bookings) {
      if (booking.state === 'requested' && booking.start <= now) this.end(booking, 'lapsed', 100)
      if (booking.state === 'approved' && booking.end <= now) this.end(booking, 'missed', 100)
      if (booking.state === 'active' && booking.end <= now) {
        this.end(booking, 'completed', 0)
        waitFrom(booking, now)
      }
    }
  }

  /** Ends a booking, refunding a share of each part; the rest is its tutor's and the platform's. */
  end(booking: ModelBooking, state: ModelBooking['state'], percent: number): void {
    booking.state = state
    refundModel(this, booking, share(booking.leftPrice, percent), share(booking.leftFee, percent))
    if (booking.leftPrice + booking.leftFee > 0 && booking.dispute !== 'lost') booking.earned = true
  }

  /** An operator's refund in cents, for a booking that isn't disputed. */
  refund(booking: ModelBooking, cents: number): void {
    const fee = feeOf(booking, cents)
    refundModel(this, booking, cents - fee, fee)
  }

  dispute(booking: ModelBooking, cents: number): void {
    booking.dispute = 'open'
    booking.disputed = cents
  }

  win(booking: ModelBooking): void {
    booking.dispute = null
    sendBack(this, booking, booking.owed)
    booking.owed = 0
  }

  /** The bank keeps what it took, first toward what we owed the student. The rest is as before. */
  lose(booking: ModelBooking): void {
    const beyond = booking.disputed - Math.min(booking.owed, booking.disputed)
    const cents = Math.min(beyond, booking.leftPrice + booking.leftFee)
    const fee = feeOf(booking, cents)
    booking.lost = { owed: booking.disputed - beyond, price: cents - fee, fee }
    booking.owed = 0
    booking.leftPrice -= cents - fee
    booking.leftFee -= fee
    booking.refundsFail = true
    const isEmpty = booking.leftPrice + booking.leftFee === 0
    booking.dispute = isEmpty ? 'lost' : null
    if (isEmpty && isAhead(booking)) booking.state = 'cancelled'
  }

  /** The bank decides otherwise: what it took goes to whom it was taken from, or to the student of a booking that isn't to be earned. */
  winLate(booking: ModelBooking, now: number): void {
    const { owed, price, fee } = booking.lost!
    booking.lost = null
    booking.wonLate = true
    booking.dispute = null
    booking.refundsFail = false
    sendBack(this, booking, owed)
    if (booking.earned || isLive(booking) || booking.state === 'completed') {
      booking.leftPrice += price
      booking.leftFee += fee
      if (booking.state !== 'completed' || booking.earned) return
      booking.earned = true
      waitFrom(booking, now)
    } else sendBack(this, booking, price + fee)
  }

  /** The balances of the tutor's wallet. */
  wallet(now: number): {
    pending: number
    available: number
    frozen: number
    underWay: number
    paidOut: number
  } {
    const sums = { pending: 0, available: 0, frozen: 0, underWay: 0, paidOut: 0 }
    for (const booking of this.bookings) {
      if (!booking.earned) continue
      const waits = booking.problem === 'open' || booking.availableAt > now
      if (booking.dispute === 'open') sums.frozen += booking.leftPrice
      else if (waits) sums.pending += booking.leftPrice
      else sums.available += booking.leftPrice
    }
    for (const { cents, state } of this.withdrawals) {
      if (state !== 'failed') sums.available -= cents
      if (state === 'sent') sums.underWay += cents
      if (state === 'paid') sums.paidOut += cents
    }
    return sums
  }
}

function isAhead({ state }: ModelBooking): boolean {
  return state === 'requested' || state === 'approved'
}

function isLive(booking: ModelBooking): boolean {
  return isAhead(booking) || booking.state === 'active'
}

/** What is credited more than an hour late waits from then. */
function waitFrom(booking: ModelBooking, now: number): void {
  if (now > booking.end + hour) booking.availableAt = now + waitMillis
}

/** The fee's share of a refund, half a cent up; the last refund empties both parts. */
function feeOf({ price, fee, leftPrice, leftFee }: ModelBooking, cents: number): number {
  if (cents === leftPrice + leftFee) return leftFee
  const whole = price + fee
  return Math.max(cents - leftPrice, Math.min(leftFee, Math.floor((2 * cents * fee + whole) / (2 * whole))))
}

function share(cents: number, percent: number): number {
  return Math.floor((cents * percent + 50) / 100)
}

function refundModel(model: Model, booking: ModelBooking, price: number, fee: number): void {
  booking.leftPrice -= price
  booking.leftFee -= fee
  if (booking.dispute === 'open') booking.owed += price + fee
  else if (booking.dispute === null) sendBack(model, booking, price + fee)
}

function sendBack({ spent }: Model, { studentIndex, refundsFail }: ModelBooking, cents: number): void {
  if (!refundsFail) spent[studentIndex]! -= cents
}
