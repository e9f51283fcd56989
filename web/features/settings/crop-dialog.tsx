import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FailureText } from '#web/ui/failure-text.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { toast } from '#web/ui/toast.ts'
import { cropPicture, type Square } from './crop-picture.ts'
import type { ChosenPicture } from './load-picture.ts'
import { sendPicture } from './send-picture.ts'
import { useSaveProfile } from './use-save-profile.ts'

const zooms = { least: 1, most: 4, step: 0.1 }

/** Lets the person choose a section of a picture, and saves it. */
export function CropDialog({ picture, onClose }: { picture: ChosenPicture; onClose: () => void }) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(zooms.least)
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const area = useRef<Square | null>(null)
  const slider = useRef<HTMLInputElement>(null)
  const part = useRef<RefObject<HTMLElement> | null>(null)
  const sending = useRef<AbortController | null>(null)
  const save = useSaveProfile()
  useEffect(() => () => sending.current?.abort(), [])

  function zoomBy(step: number) {
    setZoom(zoom => Math.min(zooms.most, Math.max(zooms.least, zoom + step)))
  }

  async function submit() {
    if (!area.current || sending.current) return
    const attempt = new AbortController()
    sending.current = attempt
    setProblem(null)
    setProgress(0)
    try {
      const blob = await cropPicture(picture.image, area.current)
      const key = await sendPicture(blob, attempt.signal, share => setProgress(share * 100))
      await save.mutateAsync({ profile_image: key })
      toast.success('Your picture is saved.')
      onClose()
    } catch (error) {
      if (!attempt.signal.aborted) setProblem(problemText(error))
    } finally {
      sending.current = null
      setProgress(null)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      initialFocus={slider}
      title="Crop your picture"
      description="Drag it into place, or use the arrow keys; plus and minus zoom."
      footer={
        <>
          <FailureText className="w-full">{problem}</FailureText>
          {progress !== null && (
            <div className="flex min-w-40 flex-1 items-center">
              <div className="flex-1">
                <Progress label="Uploading your picture" value={progress} />
              </div>
            </div>
          )}
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" pending={progress !== null} onClick={() => void submit()}>
            Save picture
          </Button>
        </>
      }
    >
      <fieldset
        aria-label="Position of the picture"
        onKeyDown={event => {
          if (event.key === '+' || event.key === '=') zoomBy(zooms.step)
          else if (event.key === '-') zoomBy(-zooms.step)
          else return
          event.preventDefault()
        }}
      >
        <div className="relative h-72 overflow-hidden rounded-10 bg-sunken sm:h-80">
          <Cropper
            image={picture.url}
            aspect={1}
            cropShape="round"
            showGrid={false}
            crop={crop}
            zoom={zoom}
            minZoom={zooms.least}
            maxZoom={zooms.most}
            keyboardStep={8}
            disableAutomaticStylesInjection
            roundCropAreaPixels
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropAreaChange={(_, pixels) => {
              area.current = pixels
            }}
            setCropperRef={ref => {
              part.current = ref
            }}
            // The section exists once the size of the picture is known.
            onMediaLoaded={() => requestAnimationFrame(() => part.current?.current?.focus())}
            mediaProps={{ alt: '' }}
            cropperProps={{ role: 'group', 'aria-label': 'Visible part: move it with the arrow keys' }}
          />
        </div>
        <Zoom slider={slider} value={zoom} onChange={setZoom} />
      </fieldset>
    </Dialog>
  )
}

function Zoom({
  slider,
  value,
  onChange,
}: {
  slider: RefObject<HTMLInputElement | null>
  value: number
  onChange: (zoom: number) => void
}) {
  const id = useId()
  return (
    <div className="mt-4 flex items-center gap-3">
      <label htmlFor={id} className="text-14 font-medium">
        Zoom
      </label>
      <input
        id={id}
        ref={slider}
        type="range"
        min={zooms.least}
        max={zooms.most}
        step={zooms.step}
        value={value}
        onChange={event => onChange(Number(event.target.value))}
        className="h-10 min-w-0 flex-1 touch-target"
      />
    </div>
  )
}
