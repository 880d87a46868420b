import { lazy, Suspense } from 'react'
import { Skeleton } from '../ui/skeleton.tsx'

const QrDrawing = lazy(() => import('./qr-drawing.tsx'))

type QrCodeProps = {
  /** A full URL, with its origin. */
  url: string
  /** Read by screen readers, for example "QR code to Maya’s profile". */
  label: string
  /** The length of each side in pixels, including the white margin. */
  size?: number
}

/** A URL as a QR code. The code that draws it is loaded when it is first needed. */
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
