import type { Namespace } from 'socket.io'
import { ClusterAdapter, type ClusterMessage } from 'socket.io-adapter'

/**
 * Carries a namespace's events to the sockets of every server: each announces them with `say`, and receives
 * them with `hear`. Servers never query each other, so none waits for another: `fetchSockets` and
 * acknowledgments cover only the local sockets.
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
