type Body = Record<string, unknown>

/** A body whose fields may be wrapped in an object: `{ profile: { name } }` is `{ name }`. */
export function unwrapped(body: Body, name: string): Body {
  const { [name]: inner, ...rest } = body
  return isObject(inner) ? { ...inner, ...rest } : body
}

/** A field that may be a single value, as a list; one that is left out stays so. */
export function listed(body: Body, name: string): Body {
  return body[name] === undefined ? body : { ...body, [name]: [body[name]].flat() }
}

/** The fields of a body that are there. */
export function only(body: Body, names: readonly string[]): Body {
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)))
}

/** The id of a session in a field: clients call it `id` or `session_id`. */
export function sessionNamed(body: Body, field: 'id' | 'session_id'): Body {
  return { ...body, [field]: body.session_id ?? body.id }
}

/** A place in a session from the session's details, or from an unpaid enrollment. */
export function placeNamed(body: Body): Body {
  const { occurrence, ...place } = sessionNamed(unwrapped(body, 'session'), 'session_id')
  const { event_date, event_time } = place
  return {
    ...(isObject(occurrence) && { occurrence_id: occurrence.id }),
    ...(event_date !== undefined &&
      event_time !== undefined && { starts_at: `${event_date}T${event_time}Z` }),
    ...place,
  }
}

/**
 * A session's plan from the fields that a session is answered with: the day and times in UTC with seconds,
 * weekdays by their names, a rate in dollars as a number or without all its cents.
 */
export function planNamed({ event_date, event_time, ...body }: Body): Body {
  const { rate, repeat_days, location, end_time } = body
  return {
    ...body,
    ...(event_date !== undefined && { starts_on: event_date, in_utc: true }),
    ...(event_time !== undefined && {
      start_time: withoutSeconds(event_time),
      end_time: withoutSeconds(end_time),
    }),
    ...(location === null && { location: '' }),
    ...(rate === null && { rate: '' }),
    ...(/^\d+(\.\d{1,2})?$/.test(String(rate)) && { rate: Number(rate).toFixed(2) }),
    ...(Array.isArray(repeat_days) && { repeat_days: repeat_days.map(weekdayCode) }),
  }
}

function withoutSeconds(time: unknown): unknown {
  return typeof time === 'string' ? time.replace(/^(\d{2}:\d{2}):00$/, '$1') : time
}

function weekdayCode(day: unknown): unknown {
  return typeof day === 'string' && /^(mon|tues|wednes|thurs|fri|satur|sun)day$/i.test(day)
    ? day.slice(0, 3).toLowerCase()
    : day
}

/** Whether a value is a JSON object; arrays aren't. */
export function isObject(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
