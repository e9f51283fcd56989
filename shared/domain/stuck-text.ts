type Stuck = {
  state: 'requested' | 'sent' | 'returning'
  transfer_id: string | null
  account_lost: boolean
}

/** Why a withdrawal is stuck, for operators. */
export function stuckText({ state, transfer_id, account_lost: lost }: Stuck): string {
  if (state === 'requested') {
    return transfer_id === null
      ? 'Not sent yet. The platform’s balance at the payment provider may be too low.'
      : 'It reached the tutor’s account at the payment provider, but couldn’t be paid out to their bank.'
  }
  if (lost) {
    const closed = 'The tutor’s account at the payment provider was closed or disconnected'
    return state === 'sent'
      ? `${closed}, so we can’t see whether the money arrived. Look it up there.`
      : `It’s on its way back to the wallet. ${closed}.`
  }
  return state === 'sent'
    ? 'The tutor’s bank hasn’t confirmed it. Look it up at the payment provider.'
    : 'It’s on its way back to the wallet, but the payment provider hasn’t given the money back.'
}
