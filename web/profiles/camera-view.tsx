import { Camera } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { CameraPicture, useCameraPicture } from '../ui/camera-picture.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { getDrawingContext, toBlob } from './open-picture.ts'

type CameraViewProps = { onPhoto: (photo: Blob) => void; onBack: () => void }

export function CameraView(props: CameraViewProps) {
  const [attempt, setAttempt] = useState(0)
  return <CameraAttempt key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function CameraAttempt({ onPhoto, onBack, onRetry }: CameraViewProps & { onRetry: () => void }) {
  const [photoFailure, setPhotoFailure] = useState<{ error: unknown } | null>(null)
  const camera = useCameraPicture({ facing: 'user', alternative: 'choose a picture' })

  const takePhoto = async () => {
    const { current: video } = camera.video
    if (!video) return
    try {
      const canvas = document.createElement('canvas')
      canvas.width = video.videoWidth
      canvas.height = video.videoHeight
      getDrawingContext(canvas).drawImage(video, 0, 0)
      onPhoto(await toBlob(canvas, 'image/jpeg', 0.95))
    } catch (error) {
      setPhotoFailure({ error })
    }
  }

  return (
    <div className="flex h-full flex-col gap-4">
      {camera.failure ? (
        <ErrorNotice title="No camera" error={camera.failure.error} onRetry={onRetry} className="py-6" />
      ) : (
        <CameraPicture camera={camera} isMirrored className="min-h-[46dvh] flex-1 sm:min-h-60" />
      )}
      {photoFailure && <ErrorNotice error={photoFailure.error} />}
      <div className="flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
        <Button onClick={onBack}>Back</Button>
        {!camera.failure && (
          <Button variant="primary" disabled={!camera.isPlaying} onClick={() => void takePhoto()}>
            <Camera size={18} aria-hidden="true" /> Take photo
          </Button>
        )}
      </div>
    </div>
  )
}
