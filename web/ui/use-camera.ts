import { useEffect, useState } from 'react'
import { AppError } from '../../domain/errors.ts'

export type CameraOptions = {
  /** `user` is the front camera, `environment` is the back camera. */
  facing: 'user' | 'environment'
  /** What the user can do without a camera, for the error message: "choose a picture". */
  alternative: string
}

export type CameraState = { kind: 'opening' } | { kind: 'on'; stream: MediaStream } | { kind: 'failed'; error: unknown }

/** Returns our error code for the name of the error that the browser threw. */
function toErrorCode(name: string) {
  switch (name) {
    case 'NotAllowedError':
      return 'CameraNotAllowed'
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'CameraNotFound'
    case 'NotReadableError':
      return 'CameraBusy'
    default:
      return 'CameraNotStarted'
  }
}

async function openCamera(facing: CameraOptions['facing'], alternative: string): Promise<MediaStream> {
  // Browsers have no `mediaDevices` without HTTPS.
  if (!('mediaDevices' in navigator)) throw new AppError('CameraNotFound', { values: { instead: alternative } })
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: facing, width: { ideal: 1280 } } })
  } catch (cause) {
    const name = cause instanceof DOMException ? cause.name : ''
    throw new AppError(toErrorCode(name), { values: { instead: alternative }, cause })
  }
}

const stop = (stream: MediaStream) => {
  for (const track of stream.getTracks()) track.stop()
}

/** The camera is on exactly as long as the component is mounted. To try again after an error, mount it again. */
export function useCamera({ facing, alternative }: CameraOptions): CameraState {
  const [state, setState] = useState<CameraState>({ kind: 'opening' })
  useEffect(() => {
    let isWanted = true
    let opened: MediaStream | null = null
    openCamera(facing, alternative).then(
      (stream) => {
        // The user allowed the camera after they had closed it here.
        if (!isWanted) return stop(stream)
        opened = stream
        setState({ kind: 'on', stream })
        const reportLost = () =>
          setState({ kind: 'failed', error: new AppError('CameraDisconnected', { values: { instead: alternative } }) })
        stream.getVideoTracks()[0]?.addEventListener('ended', reportLost)
      },
      (error: unknown) => {
        if (isWanted) setState({ kind: 'failed', error })
      },
    )
    return () => {
      isWanted = false
      if (opened) stop(opened)
    }
  }, [facing, alternative])
  return state
}
