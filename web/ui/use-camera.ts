import { useEffect, useState } from 'react'
import { AppError } from '../../domain/errors.ts'

export type CameraWish = {
  /** The one a person looks into, or the one that looks where they point. */
  facing: 'user' | 'environment'
  /** What to do without one: "choose a picture". */
  instead: string
}

export type CameraState = { kind: 'opening' } | { kind: 'on'; stream: MediaStream } | { kind: 'failed'; error: unknown }

/** Why there is no camera, by the name of what the browser threw. */
function codeOfFault(name: string) {
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

async function openCamera(facing: CameraWish['facing'], instead: string): Promise<MediaStream> {
  // Without https a browser has none.
  if (!('mediaDevices' in navigator)) throw new AppError('CameraNotFound', { values: { instead } })
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: facing, width: { ideal: 1280 } } })
  } catch (cause) {
    const name = cause instanceof DOMException ? cause.name : ''
    throw new AppError(codeOfFault(name), { values: { instead }, cause })
  }
}

const stop = (stream: MediaStream) => {
  for (const track of stream.getTracks()) track.stop()
}

/** The camera is on for as long as this is to be seen, and not a moment longer. To try again, mount it anew. */
export function useCamera({ facing, instead }: CameraWish): CameraState {
  const [state, setState] = useState<CameraState>({ kind: 'opening' })
  useEffect(() => {
    let isWanted = true
    let opened: MediaStream | null = null
    openCamera(facing, instead).then(
      (stream) => {
        // Allowed after the person has gone on.
        if (!isWanted) return stop(stream)
        opened = stream
        setState({ kind: 'on', stream })
        const pulled = () => setState({ kind: 'failed', error: new AppError('CameraWentAway', { values: { instead } }) })
        stream.getVideoTracks()[0]?.addEventListener('ended', pulled)
      },
      (error: unknown) => {
        if (isWanted) setState({ kind: 'failed', error })
      },
    )
    return () => {
      isWanted = false
      if (opened) stop(opened)
    }
  }, [facing, instead])
  return state
}
