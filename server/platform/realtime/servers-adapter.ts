import type { Namespace } from 'socket.io'
import { ClusterAdapter, type ClusterMessage } from 'socket.io-adapter'

/**
 * Lets what is emitted in a namespace reach the sockets of every server: each tells the others by `say`, and is told by `hear`.
 * Nothing is asked of the others, so that no server waits for another: `fetchSockets` and acknowledgements know of one's own
 * sockets alone.
 */
export class ServersAdapter extends ClusterAdapter {
  readonly #say: (message: ClusterMessage) => void

  constructor(namespace: Namespace, say: (message: ClusterMessage) => void) {
    super(namespace)
    this.#say = say
  }

  hear(message: ClusterMessage): void {
    this.onMessage(message)
  }

  protected override async doPublish(message: ClusterMessage): Promise<string> {
    this.#say(message)
    return ''
  }

  protected override async doPublishResponse(): Promise<void> {}
}
