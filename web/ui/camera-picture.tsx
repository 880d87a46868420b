import { type ReactNode, useEffect, useRef, useState } from 'react'
import { joinClasses } from './class-names.ts'
import { Spinner } from './spinner.tsx'
import { type CameraWish, useCamera } from './use-camera.ts'

/** The camera with the element that shows what it sees, for `CameraPicture`. */
export function useCameraPicture(wish: CameraWish) {
  const camera = useCamera(wish)
  const [isPlaying, setPlaying] = useState(false)
  const video = useRef<HTMLVideoElement>(null)
  const stream = camera.kind === 'on' ? camera.stream : null
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])
  return { failure: camera.kind === 'failed' ? { error: camera.error } : null, stream, video, isPlaying, setPlaying }
}

type CameraPictureProps = {
  seen: Pick<ReturnType<typeof useCameraPicture>, 'video' | 'isPlaying' | 'setPlaying'>
  /** As in a mirror: that is how a person knows their own face. */
  isMirrored?: boolean
  className: string
  /** What stands over the picture. */
  children?: ReactNode
}

export function CameraPicture({ seen: { video, isPlaying, setPlaying }, isMirrored = false, className, children }: CameraPictureProps) {
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
