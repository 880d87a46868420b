import { lazy, Suspense } from 'react'
import { Skeleton } from '../ui/skeleton.tsx'

const QrDrawing = lazy(() => import('./qr-drawing.tsx'))

type QrCodeProps = {
  /** A whole address, with its origin. */
  url: string
  /** What it leads to, for those who cannot see it: "QR code to Maya’s profile". */
  label: string
  /** Pixels along each side, with the quiet ground around it. */
  size?: number
}

/** An address as a code for cameras. What draws it is loaded when there is one to draw. */
export function QrCode({ url, label, size = 200 }: QrCodeProps) {
  return (
    <Suspense fallback={<SquareSkeleton size={size} />}>
      <QrDrawing url={url} label={label} size={size} />
    </Suspense>
  )
}

function SquareSkeleton({ size }: { size: number }) {
  return (
    <div className="max-w-full" style={{ width: size, height: size }}>
      <Skeleton className="size-full" />
    </div>
  )
}
