import { File as FileIcon } from 'lucide-react'
import { createContext, use } from 'react'
import { type FormFile, formFileUrl } from '../../../domain/forms/files.ts'
import { joinClasses } from '../../ui/class-names.ts'
import { formatSize } from '../../ui/format-size.ts'
import type { SubmissionPlace } from './queries.ts'

/** Where the files of the answers on this page are. Null where answers have none. */
export const FilesContext = createContext<{ place: SubmissionPlace; files: readonly FormFile[] } | null>(null)

const linkClasses = 'font-medium text-court underline-offset-3 hover:underline'

/** The files of an answer, each with a link to save it. */
export function AnswerFiles({ ids, isPhoto }: { ids: readonly string[]; isPhoto: boolean }) {
  const known = use(FilesContext)
  if (!known) return null
  const files = ids.flatMap((id) => known.files.find((file) => file.id === id) ?? [])
  if (files.length < ids.length && files.length === 0) return <span className="text-soft">No longer here</span>
  return (
    <ul className="grid gap-2 pt-1">
      {files.map(({ id, name, size }) => (
        <li key={id} className="flex min-w-0 items-center gap-3">
          {isPhoto ? (
            <img
              src={formFileUrl(known.place, id, 'small')}
              alt=""
              loading="lazy"
              className="size-16 flex-none rounded-[6px] border border-line bg-wash object-cover"
            />
          ) : (
            <FileIcon size={18} aria-hidden="true" className="flex-none text-soft" />
          )}
          <span className="grid min-w-0">
            <a href={formFileUrl(known.place, id)} download={name} className={joinClasses(linkClasses, 'wrap-anywhere')}>
              {name}
            </a>
            <span className="text-small text-soft">{formatSize(size)}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The same in a cell of a table: small, on one line each. */
export function FilesCell({
  formId,
  submissionId,
  ids,
  files,
  isPhoto,
}: {
  formId: string
  submissionId: string
  ids: readonly string[]
  files: readonly FormFile[]
  isPhoto: boolean
}) {
  const place = { formId, submissionId, key: null }
  return (
    <span className="grid gap-1 sm:min-w-28 sm:max-w-72">
      {ids
        .flatMap((id) => files.find((file) => file.id === id) ?? [])
        .map(({ id, name, size }) => (
          <span key={id} className="flex min-w-0 items-center gap-2">
            {isPhoto && (
              <img
                src={formFileUrl(place, id, 'small')}
                alt=""
                loading="lazy"
                className="size-9 flex-none rounded-[6px] bg-wash object-cover"
              />
            )}
            <span className="grid min-w-0">
              <a href={formFileUrl(place, id)} download={name} className={joinClasses(linkClasses, 'truncate')} title={name}>
                {name}
              </a>
              <span className="text-small text-soft">{formatSize(size)}</span>
            </span>
          </span>
        ))}
    </span>
  )
}
