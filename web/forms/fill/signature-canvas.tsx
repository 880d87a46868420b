import { useEffect, useEffectEvent, useRef } from 'react'
import SignaturePad from 'signature_pad'
import { type Strokes, toLines, toStrokes } from './signature-strokes.ts'

type SignatureCanvasProps = { label: string; strokes: Strokes; onDraw: (strokes: number[][]) => void }

/** The box in which a person draws. It is loaded when it is shown. */
export default function SignatureCanvas({ label, strokes, onDraw }: SignatureCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad | null>(null)
  const drawn = useRef<Strokes | null>(null)

  const show = useEffectEvent(() => {
    const element = canvas.current
    if (!element || !pad.current) return
    const { width, height } = element.getBoundingClientRect()
    const ratio = Math.max(1, devicePixelRatio)
    element.width = width * ratio
    element.height = height * ratio
    element.getContext('2d')?.scale(ratio, ratio)
    pad.current.penColor = getComputedStyle(element).color
    const { dotSize, minWidth, maxWidth, penColor, velocityFilterWeight, compositeOperation } = pad.current
    const look = { dotSize, minWidth, maxWidth, penColor, velocityFilterWeight, compositeOperation }
    pad.current.fromData(
      toLines(strokes, width).map((points) => ({ ...look, points: points.map((point) => ({ ...point, pressure: 0.5, time: 0 })) })),
    )
  })
  const take = useEffectEvent(() => {
    const width = canvas.current?.getBoundingClientRect().width ?? 0
    const next = toStrokes(pad.current?.toData().map(({ points }) => points) ?? [], width)
    drawn.current = next
    onDraw(next)
  })

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const created = new SignaturePad(element, { minWidth: 1.2, maxWidth: 2.6 })
    pad.current = created
    const finish = () => take()
    created.addEventListener('endStroke', finish)
    const observer = new ResizeObserver(() => show())
    observer.observe(element)
    // The ink has the color of text, which another theme changes.
    const themes = new MutationObserver(() => show())
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      observer.disconnect()
      themes.disconnect()
      created.removeEventListener('endStroke', finish)
      created.off()
      pad.current = null
    }
  }, [])

  // What was just drawn is on the canvas already.
  useEffect(() => {
    if (strokes !== drawn.current) show()
  }, [strokes])

  return <canvas ref={canvas} role="img" aria-label={label} className="block aspect-[5/2] w-full cursor-crosshair touch-none text-ink" />
}
