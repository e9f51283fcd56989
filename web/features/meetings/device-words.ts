import type { Source } from './call.ts'

const names: Record<Source, string> = { microphone: 'microphone', camera: 'camera', screen: 'screen' }

/** Why a device gives nothing, and what the person can do about it; null if they just canceled. */
export function deviceProblem(source: Source, error: unknown): string | null {
  const name = names[source]
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      // Closing the browser's screen picker is an answer.
      if (source === 'screen') return null
      return `Your browser is blocking the ${name}. Allow it next to the address bar and try again.`
    case 'NotFoundError':
    case 'OverconstrainedError':
      return `We couldn’t find a ${name}. Plug one in and try again.`
    case 'NotReadableError':
    case 'AbortError':
      return `Another program is using the ${name}. Close it and try again.`
    default:
      return navigator.mediaDevices
        ? `The ${name} didn’t start. Try again.`
        : 'Cameras and microphones work on https addresses only.'
  }
}
