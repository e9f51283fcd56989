import type { Adapter, AdapterConstructor, AdapterPayload } from 'oidc-provider'

/** The memory of one local provider, for this run. */
export function memoryAdapter(): AdapterConstructor {
  const rows = new Map<string, { payload: AdapterPayload; expires: number }>()
  const live = (key: string) => {
    const row = rows.get(key)
    if (row && row.expires > Date.now()) return row.payload
    rows.delete(key)
    return undefined
  }
  return class MemoryStore implements Adapter {
    readonly model: string
    constructor(model: string) {
      this.model = model
    }
    async upsert(id: string, payload: AdapterPayload, seconds?: number) {
      for (const [key, { expires }] of rows) if (expires <= Date.now()) rows.delete(key)
      rows.set(`${this.model}:${id}`, { payload, expires: Date.now() + (seconds ?? 3600) * 1000 })
    }
    async find(id: string) {
      return live(`${this.model}:${id}`)
    }
    async findByUid(uid: string) {
      return this.first(payload => payload.uid === uid)
    }
    async findByUserCode(code: string) {
      return this.first(payload => payload.userCode === code)
    }
    async consume(id: string) {
      const payload = live(`${this.model}:${id}`)
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    }
    async destroy(id: string) {
      rows.delete(`${this.model}:${id}`)
    }
    async revokeByGrantId(grantId: string) {
      for (const [key, { payload }] of rows) if (payload.grantId === grantId) rows.delete(key)
    }
    first(matches: (payload: AdapterPayload) => boolean): AdapterPayload | undefined {
      for (const [key, { payload }] of rows) {
        if (key.startsWith(`${this.model}:`) && matches(payload)) return live(key)
      }
      return undefined
    }
  }
}
