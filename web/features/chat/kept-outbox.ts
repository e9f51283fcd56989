import { onChangedElsewhere, recall, remember, rememberedKeys } from '#web/lib/device-memory.ts'
import { createStore } from '#web/lib/store.ts'
import type { OutboxStore } from './delivery.ts'
import { inOrder, type Outbox, type Outgoing, readOutgoing } from './outbox.ts'
import { storagePrefix } from './storage-prefix.ts'

type KeptOutbox = OutboxStore & {
  /** The same list until something in it changes. */
  list: () => Outbox
  subscribe: (listener: () => void) => () => void
}

const outboxes = new Map<string, KeptOutbox>()

/** A person's (`ownerKey`) pending messages, stored by this browser until they have arrived. */
export function keptOutbox(owner: string): KeptOutbox {
  const outbox = outboxes.get(owner) ?? openOutbox(owner)
  outboxes.set(owner, outbox)
  return outbox
}

/** Each message has its own key: two tabs that changed one shared list would overwrite each other's changes. */
function openOutbox(owner: string): KeptOutbox {
  const prefix = `${storagePrefix}${owner}/outbox/`
  // What the storage refuses lasts as long as this page.
  const unkept = new Map<string, Outgoing>()
  const list = createStore(fresh())

  function fresh(): Outbox {
    const stored = rememberedKeys(prefix).map(key => readOutgoing(recall(key)))
    return inOrder([...stored.filter(message => message !== null), ...unkept.values()])
  }
  function changed() {
    list.set(fresh())
  }
  onChangedElsewhere(prefix, changed)

  return {
    list: list.read,
    subscribe: list.subscribe,
    fresh,
    keep: message => {
      if (remember(prefix + message.id, JSON.stringify(message))) unkept.delete(message.id)
      else unkept.set(message.id, message)
      changed()
    },
    remove: id => {
      remember(prefix + id, null)
      unkept.delete(id)
      changed()
    },
  }
}
