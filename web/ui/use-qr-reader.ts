import { type RefObject, useEffect, useEffectEvent } from 'react'
import { createRepeatGuard } from './repeat-guard.ts'

const scanIntervalMs = 120
const repeatPauseMs = 2500

/** Large enough to read a code at arm's length, and small enough to be fast on an old phone. */
const maxSidePx = 800

/** Reads QR codes from a playing video while `isOn`. The decoder loads when it is first needed. */
export function useQrReader(
  video: RefObject<HTMLVideoElement | null>,
  isOn: boolean,
  onCode: (code: string) => void,
  onError: (error: unknown) => void,
): void {
  const reportCode = useEffectEvent(onCode)
  const reportError = useEffectEvent(onError)
  useEffect(() => {
    if (!isOn) return
    let timer = 0
    let isStopped = false
    const isNew = createRepeatGuard(repeatPauseMs)
    const canvas = document.createElement('canvas')
    const start = async () => {
      try {
        const { readQr } = await import('./read-qr.ts')
        const scanFrame = () => {
          if (isStopped) return
          const picture = captureFrame(video.current, canvas)
          const code = picture && readQr(picture)
          if (code && isNew(code, performance.now())) reportCode(code)
          timer = window.setTimeout(scanFrame, scanIntervalMs)
        }
        scanFrame()
      } catch (error) {
        if (!isStopped) reportError(error)
      }
    }
    void start()
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }, [isOn, video])
}

function captureFrame(view: HTMLVideoElement | null, canvas: HTMLCanvasElement): ImageData | null {
  if (!view || view.readyState < view.HAVE_CURRENT_DATA || view.videoWidth === 0) return null
  const scale = Math.min(1, maxSidePx / Math.max(view.videoWidth, view.videoHeight))
  const [width, height] = [Math.round(view.videoWidth * scale), Math.round(view.videoHeight * scale)]
  if (canvas.width !== width) canvas.width = width
  if (canvas.height !== height) canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(view, 0, 0, width, height)
  return context?.getImageData(0, 0, width, height) ?? null
}
