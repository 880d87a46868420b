import { Calendar, File, FileArchive, FileMusic, FileSpreadsheet, FileText, FileVideo } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { type MessageFile, type MessageFileKind, messageFileUrl, messagePictureUrl } from '../../../domain/messages/files.ts'
import { joinClasses } from '../../ui/class-names.ts'
import { formatSize } from '../../ui/format-size.ts'
import type { UnsentFile } from './unsent-file.ts'
import { useLocalUrl } from './use-local-url.ts'

const PictureViewer = lazy(async () => ({ default: (await import('./picture-viewer.tsx')).PictureViewer }))

/** One picture is shown no larger than this, in pixels. */
const maxSide = 320

const kinds: Readonly<Record<Exclude<MessageFileKind, 'picture'>, { word: string; Icon: typeof File }>> = {
  pdf: { word: 'PDF', Icon: FileText },
  text: { word: 'Text', Icon: FileText },
  calendar: { word: 'Calendar', Icon: Calendar },
  document: { word: 'Document', Icon: FileText },
  spreadsheet: { word: 'Spreadsheet', Icon: FileSpreadsheet },
  slides: { word: 'Slides', Icon: FileText },
  archive: { word: 'ZIP', Icon: FileArchive },
  audio: { word: 'Audio', Icon: FileMusic },
  video: { word: 'Video', Icon: FileVideo },
}

/** The size in which one picture is shown. It is known before the picture is loaded, so that nothing moves. */
function fitPicture({ width, height }: Pick<MessageFile, 'width' | 'height'>): { width: number; height: number } {
  if (!width || !height) return { width: maxSide, height: maxSide }
  const scale = Math.min(1, maxSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

const gridClasses = (count: number) =>
  joinClasses('mt-1 grid w-80 max-w-full gap-1', count === 2 || count === 4 ? 'grid-cols-2' : 'grid-cols-3')
const tileClasses = 'block aspect-square w-full rounded-control bg-wash object-cover'
const singleClasses = 'block h-auto max-w-full rounded-control bg-wash object-cover'

type MessageFilesProps = { conversationId: string; files: readonly MessageFile[] }

/** The pictures of a message as a grid, and its other files below. */
export function MessageFiles({ conversationId, files }: MessageFilesProps) {
  const [openAt, setOpenAt] = useState<number | null>(null)
  const pictures = files.filter(({ kind }) => kind === 'picture')
  const others = files.filter(({ kind }) => kind !== 'picture')
  return (
    <>
      {pictures.length > 0 && (
        <div className={pictures.length > 1 ? gridClasses(pictures.length) : 'mt-1 w-fit max-w-full'}>
          {pictures.map((file, index) => (
            <button
              key={file.id}
              type="button"
              aria-haspopup="dialog"
              aria-label={`Open ${file.description ?? file.name}`}
              onClick={() => setOpenAt(index)}
              className="block min-w-0 rounded-control"
            >
              <img
                src={messagePictureUrl(conversationId, file.id, 480)}
                alt=""
                {...(pictures.length > 1 ? { width: 160, height: 160 } : fitPicture(file))}
                loading="lazy"
                decoding="async"
                className={pictures.length > 1 ? tileClasses : singleClasses}
              />
            </button>
          ))}
        </div>
      )}
      {others.length > 0 && (
        <ul className="mt-1 grid max-w-96 gap-1">
          {others.map((file) => (
            <FileRow key={file.id} conversationId={conversationId} file={file} />
          ))}
        </ul>
      )}
      {openAt !== null && (
        <Suspense>
          <PictureViewer
            conversationId={conversationId}
            pictures={pictures}
            at={openAt}
            onMove={setOpenAt}
            onClose={() => setOpenAt(null)}
          />
        </Suspense>
      )}
    </>
  )
}

const fileRowClasses = 'flex min-h-11 items-center gap-2.5 rounded-control border border-line bg-card px-3 py-1.5'

function FileRow({ conversationId, file }: { conversationId: string; file: MessageFile }) {
  const { word, Icon } = kinds[file.kind === 'picture' ? 'text' : file.kind]
  return (
    <li>
      <a href={messageFileUrl(conversationId, file.id)} download={file.name} className={joinClasses(fileRowClasses, 'hover:bg-wash')}>
        <Icon size={20} aria-hidden="true" className="flex-none text-soft" />
        <span className="min-w-0">
          <span className="block truncate font-medium">{file.name}</span>
          {file.description !== null && <span className="block text-small wrap-anywhere">{file.description}</span>}
          <span className="block text-tiny text-soft">
            {word}, {formatSize(file.size)}
          </span>
        </span>
      </a>
    </li>
  )
}

/** The files of a message that is on its way. */
export function UnsentFiles({ viewerId, files }: { viewerId: string; files: readonly UnsentFile[] }) {
  const pictures = files.filter(({ isPicture }) => isPicture)
  const others = files.filter(({ isPicture }) => !isPicture)
  return (
    <>
      {pictures.length > 0 && (
        <div className={pictures.length > 1 ? gridClasses(pictures.length) : 'mt-1 w-fit max-w-full'}>
          {pictures.map((file) => (
            <LocalPicture key={file.key} viewerId={viewerId} file={file} isAlone={pictures.length === 1} />
          ))}
        </div>
      )}
      {others.map(({ key, name, size }) => (
        <p key={key} className={joinClasses(fileRowClasses, 'mt-1 max-w-96')}>
          <File size={20} aria-hidden="true" className="flex-none" />
          <span className="truncate">{name}</span>
          <span className="flex-none text-tiny">{formatSize(size)}</span>
        </p>
      ))}
    </>
  )
}

function LocalPicture({ viewerId, file, isAlone }: { viewerId: string; file: UnsentFile; isAlone: boolean }) {
  const url = useLocalUrl(viewerId, file.key)
  return (
    <img
      {...(url === null ? {} : { src: url })}
      alt={file.description || file.name}
      {...(isAlone ? fitPicture(file) : { width: 160, height: 160 })}
      className={joinClasses(isAlone ? singleClasses : tileClasses, 'opacity-70')}
    />
  )
}
