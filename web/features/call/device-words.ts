import type { Source } from './call.ts'

const names: Record<Source, string> = { microphone: 'microphone', camera: 'camera', screen: 'screen' }

/** Why a device gives nothing, and what can be done about it; null when its owner only thought better of it. */
export function deviceProblem(source: Source, error: unknown): string | null {
  const name = names[source]
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      // Whoever closes the choice of a screen has answered.
      if (source === 'screen') return null
      return `Your browser doesn’t let Ignite use the ${name}. Allow it beside the address, and try again.`
    case 'NotFoundError':
    case 'OverconstrainedError':
      return `No ${name} was found. Plug one in, and try again.`
    case 'NotReadableError':
    case 'AbortError':
      return `The ${name} is in use by another program. Close that, and try again.`
    default:
      return navigator.mediaDevices
        ? `The ${name} didn’t start. Try again.`
        : 'Cameras and microphones work on https addresses only.'
  }
}
