let shared: AudioContext | undefined

/** Reports how loud a track is, from 0 to 1, about ten times a second. Returns a function to stop. */
export function meterLevel(track: MediaStreamTrack, onLevel: (level: number) => void): () => void {
  // One for all: a browser allows only a few.
  shared ??= new AudioContext()
  const analyser = shared.createAnalyser()
  analyser.fftSize = 512
  const source = shared.createMediaStreamSource(new MediaStream([track]))
  source.connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  const timer = setInterval(() => {
    // It starts once the person has interacted with the page.
    if (shared?.state === 'suspended') void shared.resume()
    analyser.getFloatTimeDomainData(samples)
    onLevel(levelOf(samples))
  }, 100)
  return () => {
    clearInterval(timer)
    source.disconnect()
  }
}

/** Ears hear ratios: speech at arm's length is about −40 dB, in the middle of the scale. */
export function levelOf(samples: ArrayLike<number>): number {
  const square = Array.from(samples).reduce((sum, sample) => sum + sample * sample, 0) / samples.length
  if (square === 0) return 0
  const decibels = 10 * Math.log10(square)
  return Math.min(1, Math.max(0, (decibels + 70) / 60))
}

/** Plays two short notes through the chosen speaker. */
export async function playTestTone(speakerId: string | null): Promise<void> {
  const context = new AudioContext()
  // Some browsers don't let a page choose the speaker.
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
