import { type RefObject, useEffect, useEffectEvent } from 'react'
import { createRepeatGuard } from './repeat-guard.ts'

const betweenLooks = 120
const sameAgainAfter = 2500

/** Enough for a code held up at arm's length, and quick to read on an old phone. */
const longestSide = 800

/** Reads codes off a playing video for as long as it is on. What reads them is loaded with the first look. */
export function useQrReader(
  video: RefObject<HTMLVideoElement | null>,
  isOn: boolean,
  onCode: (code: string) => void,
  onFault: (error: unknown) => void,
): void {
  const tell = useEffectEvent(onCode)
  const fail = useEffectEvent(onFault)
  useEffect(() => {
    if (!isOn) return
    let timer = 0
    let isOver = false
    const isNew = createRepeatGuard(sameAgainAfter)
    const canvas = document.createElement('canvas')
    const start = async () => {
      try {
        const { readQr } = await import('./read-qr.ts')
        const look = () => {
          if (isOver) return
          const picture = takePicture(video.current, canvas)
          const code = picture && readQr(picture)
          if (code && isNew(code, performance.now())) tell(code)
          timer = window.setTimeout(look, betweenLooks)
        }
        look()
      } catch (error) {
        if (!isOver) fail(error)
      }
    }
    void start()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isOn, video])
}

function takePicture(view: HTMLVideoElement | null, canvas: HTMLCanvasElement): ImageData | null {
  if (!view || view.readyState < view.HAVE_CURRENT_DATA || view.videoWidth === 0) return null
  const scale = Math.min(1, longestSide / Math.max(view.videoWidth, view.videoHeight))
  const [width, height] = [Math.round(view.videoWidth * scale), Math.round(view.videoHeight * scale)]
  if (canvas.width !== width) canvas.width = width
  if (canvas.height !== height) canvas.height = height
  const pencil = canvas.getContext('2d', { willReadFrequently: true })
  pencil?.drawImage(view, 0, 0, width, height)
  return pencil?.getImageData(0, 0, width, height) ?? null
}
