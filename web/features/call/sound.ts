let shared: AudioContext | undefined

/** Tells how loud a track is, from 0 to 1, some ten times a second. Answers how to stop it. */
export function meterLevel(track: MediaStreamTrack, onLevel: (level: number) => void): () => void {
  // One for all: a browser has few of them.
  shared ??= new AudioContext()
  const analyser = shared.createAnalyser()
  analyser.fftSize = 512
  const source = shared.createMediaStreamSource(new MediaStream([track]))
  source.connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  const timer = setInterval(() => {
    // It begins to hear once the person has done something on the page.
    if (shared?.state === 'suspended') void shared.resume()
    analyser.getFloatTimeDomainData(samples)
    onLevel(levelOf(samples))
  }, 100)
  return () => {
    clearInterval(timer)
    source.disconnect()
  }
}

/** Ears hear ratios: speech at an arm's length is about −40 dB, and is in the middle. */
export function levelOf(samples: ArrayLike<number>): number {
  const square = Array.from(samples).reduce((sum, sample) => sum + sample * sample, 0) / samples.length
  if (square === 0) return 0
  const decibels = 10 * Math.log10(square)
  return Math.min(1, Math.max(0, (decibels + 70) / 60))
}

/** Plays two short notes through the chosen speaker. */
export async function playTestTone(speakerId: string | null): Promise<void> {
  const context = new AudioContext()
  // Not every browser lets a page choose where it is heard.
  if (speakerId && 'setSinkId' in context) {
    await (context as AudioContext & { setSinkId: (id: string) => Promise<void> })
      .setSinkId(speakerId)
      .catch(() => null)
  }
  const gain = context.createGain()
  gain.gain.value = 0.15
  gain.connect(context.destination)
  await Promise.all([note(context, gain, 523, 0), note(context, gain, 659, 0.35)])
  await context.close()
}

function note(context: AudioContext, output: AudioNode, frequency: number, after: number): Promise<unknown> {
  const oscillator = context.createOscillator()
  oscillator.frequency.value = frequency
  oscillator.connect(output)
  oscillator.start(context.currentTime + after)
  oscillator.stop(context.currentTime + after + 0.3)
  return new Promise(resolve => {
    oscillator.onended = resolve
  })
}
