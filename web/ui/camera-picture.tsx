import { type ReactNode, useEffect, useRef, useState } from 'react'
import { joinClasses } from './class-names.ts'
import { Spinner } from './spinner.tsx'
import { type CameraOptions, useCamera } from './use-camera.ts'

/** Opens the camera and connects it to a video element. Pass the result to `CameraPicture`. */
export function useCameraPicture(options: CameraOptions) {
  const camera = useCamera(options)
  const [isPlaying, setPlaying] = useState(false)
  const video = useRef<HTMLVideoElement>(null)
  const stream = camera.kind === 'on' ? camera.stream : null
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])
  return { failure: camera.kind === 'failed' ? { error: camera.error } : null, stream, video, isPlaying, setPlaying }
}

type CameraPictureProps = {
  camera: Pick<ReturnType<typeof useCameraPicture>, 'video' | 'isPlaying' | 'setPlaying'>
  /** Mirrors the picture, because people know their own face from the mirror. */
  isMirrored?: boolean
  className: string
  /** Elements on top of the picture. */
  children?: ReactNode
}

export function CameraPicture({ camera: { video, isPlaying, setPlaying }, isMirrored = false, className, children }: CameraPictureProps) {
  return (
    <div className={joinClasses('relative grid place-items-center overflow-hidden rounded-card bg-wash', className)}>
      <video
        ref={video}
        autoPlay
        playsInline
        muted
        aria-label="Camera view"
        onPlaying={() => setPlaying(true)}
        className={joinClasses('absolute inset-0 size-full object-cover', isMirrored && '-scale-x-100')}
      />
      {!isPlaying && (
        <p role="status" className="flex items-center gap-2.5 text-soft">
          <Spinner /> Waiting for the camera
        </p>
      )}
      {children}
    </div>
  )
}
