import { Camera } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { CameraPicture, useCameraPicture } from '../ui/camera-picture.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { pencil, toBlob } from './open-picture.ts'

type CameraViewProps = { onPhoto: (photo: Blob) => void; onBack: () => void }

export function CameraView(props: CameraViewProps) {
  const [attempt, setAttempt] = useState(0)
  return <CameraAttempt key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function CameraAttempt({ onPhoto, onBack, onRetry }: CameraViewProps & { onRetry: () => void }) {
  const [fault, setFault] = useState<{ error: unknown } | null>(null)
  const seen = useCameraPicture({ facing: 'user', instead: 'choose a picture' })

  const takePhoto = async () => {
    const { current: view } = seen.video
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
      {seen.failure ? (
        <ErrorNotice title="No camera" error={seen.failure.error} onRetry={onRetry} className="py-6" />
      ) : (
        <CameraPicture seen={seen} isMirrored className="min-h-[46dvh] flex-1 sm:min-h-60" />
      )}
      {fault && <ErrorNotice error={fault.error} />}
      <div className="flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
        <Button onClick={onBack}>Back</Button>
        {!seen.failure && (
          <Button variant="go" disabled={!seen.isPlaying} onClick={() => void takePhoto()}>
            <Camera size={18} aria-hidden="true" /> Take photo
          </Button>
        )}
      </div>
    </div>
  )
}
