import { Copy, Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { copyText } from './copy-text.ts'
import { QrCode } from './qr-code.tsx'
import { shareLink } from './share-link.ts'

type LinkShareProps = {
  url: string
  title: string
  /** Read by screen readers: "QR code to Saturday doubles". */
  codeLabel: string
  /** Who can open the link, or how to use the code. */
  children: ReactNode
}

const codeSize = 220

/** A link to copy, as a QR code, and for the share sheet of the device. */
export function LinkShare({ url, title, codeLabel, children }: LinkShareProps) {
  return (
    <div className="grid justify-items-center gap-4 pt-1 text-center">
      <QrCode url={url} label={codeLabel} size={codeSize} />
      <div className="grid min-w-0 gap-0.5">
        <p className="text-title font-bold wrap-anywhere">{title}</p>
        <div className="text-small text-soft">{children}</div>
      </div>
      <LinkRow url={url} />
      <SystemShare url={url} title={title} className="w-full" />
    </div>
  )
}

/** The link as text that can be selected, with a button to copy it. */
export function LinkRow({ url }: { url: string }) {
  return (
    <p className="flex w-full min-w-0 items-center gap-2 rounded-control border border-line bg-card py-1 pr-1 pl-3.5 text-left">
      <span className="min-w-0 flex-1 truncate text-small select-all">{url.replace(/^https?:\/\//, '')}</span>
      <Button size="small" onClick={() => void copyText(url, 'Link copied')}>
        <Copy size={16} aria-hidden="true" /> Copy link
      </Button>
    </p>
  )
}

/** The share sheet of the device, where there is one. */
export function SystemShare({ url, title, className }: { url: string; title: string; className?: string }) {
  if (!('share' in navigator)) return null
  return (
    <Button className={className ?? ''} onClick={() => void shareLink({ title, url })}>
      <Share2 size={17} aria-hidden="true" /> Share in another app
    </Button>
  )
}
