import { createStore } from '#web/lib/store.ts'
import type { OutboxStore } from './delivery.ts'
import { keep, kept, keptNames, onKeptElsewhere } from './kept.ts'
import { inOrder, type Outbox, type Outgoing, readOutgoing } from './outbox.ts'

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
  const folder = `${owner}/outbox/`
  // What the storage refuses lasts as long as this page.
  const unkept = new Map<string, Outgoing>()
  const list = createStore(fresh())

  function fresh(): Outbox {
    const stored = keptNames(folder).map(name => readOutgoing(kept(folder + name)))
    return inOrder([...stored.filter(message => message !== null), ...unkept.values()])
  }
  function changed() {
    list.set(fresh())
  }
  onKeptElsewhere(folder, changed)

  return {
    list: list.read,
    subscribe: list.subscribe,
    fresh,
    keep: message => {
      if (keep(folder + message.id, JSON.stringify(message))) unkept.delete(message.id)
      else unkept.set(message.id, message)
      changed()
    },
    remove: id => {
      keep(folder + id, null)
      unkept.delete(id)
      changed()
    },
  }
}
