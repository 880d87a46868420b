import { CircleAlert, File as FileIcon, Image, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FormFile } from '../../../domain/forms/files.ts'
import { formatSize } from '../../ui/format-size.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Progress } from '../../ui/progress.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import type { Upload } from './file-uploads.ts'

type RowProps = { picture: ReactNode; name: string; isBad?: boolean; onRemove: () => void; children: ReactNode }

function Row({ picture, name, isBad = false, onRemove, children }: RowProps) {
  return (
    <li
      className={`flex min-h-16 min-w-0 items-center gap-3 rounded-control border bg-card py-2 pr-1 pl-3 ${isBad ? 'border-bad' : 'border-line'}`}
    >
      <span className="grid size-11 flex-none place-items-center overflow-hidden rounded-[6px] bg-wash text-soft">{picture}</span>
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="truncate font-strong">{name}</span>
        {children}
      </span>
      <IconButton label={`Remove ${name}`} onClick={onRemove}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </li>
  )
}

type FileRowProps = {
  /** Null if it was added on another device, and nothing more is known of it. */
  file: FormFile | null
  fallback: string
  previewUrl: string | null
  isPhoto: boolean
  onRemove: () => void
}

/** A file that has arrived. */
export function FileRow({ file, fallback, previewUrl, isPhoto, onRemove }: FileRowProps) {
  const icon = isPhoto ? <Image size={20} aria-hidden="true" /> : <FileIcon size={20} aria-hidden="true" />
  return (
    <Row
      picture={previewUrl ? <img src={previewUrl} alt="" className="size-full object-cover" /> : icon}
      name={file?.name ?? fallback}
      onRemove={onRemove}
    >
      <span className="text-small text-soft">{file ? formatSize(file.size) : 'Added'}</span>
    </Row>
  )
}

/** A file that is on its way, or did not arrive. */
export function UploadRow({
  upload: { name, share, isWaiting, failure, canRetry },
  onRetry,
  onRemove,
}: {
  upload: Upload
  onRetry: () => void
  onRemove: () => void
}) {
  if (isWaiting)
    return (
      <Row picture={<FileIcon size={20} aria-hidden="true" />} name={name} onRemove={onRemove}>
        <span className="text-small text-soft">Many files came at once. It goes on by itself in a minute.</span>
      </Row>
    )
  if (failure === null)
    return (
      <Row picture={<FileIcon size={20} aria-hidden="true" />} name={name} onRemove={onRemove}>
        <Progress label={`Sending ${name}`} isLabelHidden value={Math.round(share * 100)} tone="court" className="py-1.5" />
      </Row>
    )
  return (
    <Row picture={<CircleAlert size={20} aria-hidden="true" className="text-bad" />} name={name} isBad onRemove={onRemove}>
      <span role="alert" className="text-small">
        <span className="text-bad">{failure}</span>{' '}
        {canRetry && (
          <TextButton onClick={onRetry}>
            Try again<span className="sr-only"> to send {name}</span>
          </TextButton>
        )}
      </span>
    </Row>
  )
}
