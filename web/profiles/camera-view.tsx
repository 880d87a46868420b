import { Camera } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useCamera } from '../ui/use-camera.ts'
import { pencil, toBlob } from './open-picture.ts'

type CameraViewProps = { onPhoto: (photo: Blob) => void; onBack: () => void }

export function CameraView(props: CameraViewProps) {
  const [attempt, setAttempt] = useState(0)
  return <CameraAttempt key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function CameraAttempt({ onPhoto, onBack, onRetry }: CameraViewProps & { onRetry: () => void }) {
  const [fault, setFault] = useState<{ error: unknown } | null>(null)
  const [isPlaying, setPlaying] = useState(false)
  const camera = useCamera({ facing: 'user', instead: 'choose a picture' })
  const video = useRef<HTMLVideoElement>(null)
  const stream = camera.kind === 'on' ? camera.stream : null
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])

  const takePhoto = async () => {
    const { current: view } = video
    if (!view) return
    try {
      const canvas = document.createElement('canvas')
      canvas.width = view.videoWidth
      canvas.height = view.videoHeight
      pencil(canvas).drawImage(view, 0, 0)
      onPhoto(await toBlob(canvas, 'image/jpeg', 0.95))
    } catch (error) {
      setFault({ error })
    }
  }

  return (
    <div className="flex h-full flex-col gap-4">
      {camera.kind === 'failed' ? (
        <ErrorNotice title="No camera" error={camera.error} onRetry={onRetry} className="py-6" />
      ) : (
        <div className="relative grid min-h-[46dvh] flex-1 place-items-center overflow-hidden rounded-card bg-wash sm:min-h-60">
          <video
            ref={video}
            autoPlay
            playsInline
            muted
            aria-label="What the camera sees"
            onPlaying={() => setPlaying(true)}
            // As in a mirror: that is how a person knows their own face.
            className="absolute inset-0 size-full -scale-x-100 object-cover"
          />
          {!isPlaying && (
            <p role="status" className="flex items-center gap-2.5 text-soft">
              <Spinner /> Waiting for the camera
            </p>
          )}
        </div>
      )}
      {fault && <ErrorNotice error={fault.error} />}
      <div className="flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
        <Button onClick={onBack}>Back</Button>
        {camera.kind !== 'failed' && (
          <Button variant="go" disabled={!isPlaying} onClick={() => void takePhoto()}>
            <Camera size={18} aria-hidden="true" /> Take photo
          </Button>
        )}
      </div>
    </div>
  )
}
