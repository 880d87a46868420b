import { CircleAlert, File as FileIcon, X } from 'lucide-react'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState, useSyncExternalStore } from 'react'
import { maxFiles } from '../../../domain/messages/files.ts'
import { dropDraft, readDraft, writeDraft } from '../../ui/draft.ts'
import { formatSize } from '../../ui/format-size.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Progress } from '../../ui/progress.tsx'
import { readError } from '../../ui/read-error.ts'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { dropLocalFiles } from './local-files.ts'
import { prepareFile } from './prepare-file.ts'
import { filesDraftKey, readUnsentFiles, type UnsentFile } from './unsent-file.ts'
import { getUploads, subscribeToUploads, type UploadState, uploadFile } from './uploads.ts'
import { useLocalUrl } from './use-local-url.ts'

export type TrayHandle = {
  add: (files: readonly File[]) => void
  /** The files for a message that is sent now. The tray is empty after that. */
  take: () => UnsentFile[]
}

/** `isBlocked`: a file is not ready, or refused. */
export type TrayContent = { count: number; isBlocked: boolean }

type AttachmentTrayProps = {
  ref: Ref<TrayHandle>
  viewerId: string
  conversationId: string
  /** Files that were picked before this part was loaded. */
  picked: readonly File[]
  onChange: (content: TrayContent) => void
}

/** The files that the next message takes along. They are uploaded while the author writes. */
export function AttachmentTray({ ref, viewerId, conversationId, picked, onChange }: AttachmentTrayProps) {
  const draftKey = filesDraftKey(conversationId)
  const [files, setFiles] = useState(() => readUnsentFiles(readDraft(draftKey, { files: [] as unknown[] })?.values.files))
  const [preparing, setPreparing] = useState(0)
  const uploads = useSyncExternalStore(subscribeToUploads, getUploads)
  const isBlocked = preparing > 0 || files.some(({ key }) => uploads.get(key)?.refusal != null)
  const count = files.length + preparing

  useEffect(() => {
    if (files.length === 0) dropDraft(draftKey)
    else writeDraft(draftKey, { files })
  }, [files, draftKey])
  const upload = (file: UnsentFile) => void uploadFile(file, { viewerId, conversationId }).catch(() => undefined)
  const add = async (more: readonly File[]) => {
    const room = Math.max(0, maxFiles - count)
    if (more.length > room) showSnackbar(`A message can have up to ${maxFiles} files.`, { tone: 'alarm' })
    const taken = more.slice(0, room)
    setPreparing((before) => before + taken.length)
    for (const file of taken) {
      try {
        const prepared = await prepareFile(viewerId, file)
        // The person may have left the conversation meanwhile. Then only the draft keeps the file.
        const kept = readUnsentFiles(readDraft(draftKey, { files: [] as unknown[] })?.values.files)
        writeDraft(draftKey, { files: [...kept, prepared] })
        setFiles((before) => [...before, prepared])
        upload(prepared)
      } catch (error) {
        showSnackbar(`${file.name}: ${readError(error).message}`, { tone: 'alarm', duration: 5000 })
      }
      setPreparing((before) => before - 1)
    }
  }
  // In development, React runs the effects of a new component twice.
  const isStarted = useRef(false)
  const start = useEffectEvent(() => {
    if (isStarted.current) return
    isStarted.current = true
    for (const file of files) upload(file)
    void add(picked)
  })
  useEffect(() => start(), [])
  const report = useEffectEvent(onChange)
  useEffect(() => report({ count, isBlocked }), [count, isBlocked])
  useImperativeHandle(ref, () => ({
    add: (more) => void add(more),
    take: () => {
      setFiles([])
      dropDraft(draftKey)
      return files
    },
  }))
  if (count === 0) return null
  return (
    <ul aria-label="Attached files" className="mb-2.5 grid max-h-60 gap-1.5 overflow-y-auto">
      {files.map((file) => (
        <AttachedFile
          key={file.key}
          viewerId={viewerId}
          file={file}
          upload={uploads.get(file.key)}
          onRetry={() => upload(file)}
          onDescribe={(description) => setFiles(files.map((one) => (one.key === file.key ? { ...one, description } : one)))}
          onRemove={() => {
            setFiles(files.filter(({ key }) => key !== file.key))
            void dropLocalFiles(viewerId, [file.key])
          }}
        />
      ))}
      {preparing > 0 && (
        <li role="status" className="flex items-center gap-2.5 text-small text-soft">
          <Spinner /> Getting {preparing === 1 ? 'a file' : `${preparing} files`} ready
        </li>
      )}
    </ul>
  )
}

type AttachedFileProps = {
  viewerId: string
  file: UnsentFile
  upload: UploadState | undefined
  onRetry: () => void
  onDescribe: (description: string) => void
  onRemove: () => void
}

function AttachedFile({ viewerId, file, upload, onRetry, onDescribe, onRemove }: AttachedFileProps) {
  const { name, size, description, isPicture } = file
  return (
    <li className="flex items-center gap-3 rounded-control border border-line bg-card p-1.5 pl-2">
      {isPicture ? (
        <Preview viewerId={viewerId} file={file} />
      ) : (
        <FileIcon size={22} aria-hidden="true" className="mx-2.5 flex-none text-soft" />
      )}
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex items-baseline gap-2 text-small">
          <span className="truncate font-strong">{name}</span>
          <span className="flex-none text-tiny text-soft">{formatSize(size)}</span>
        </p>
        {upload?.hasFailed ? (
          <p role="alert" className="flex flex-wrap items-center gap-x-2 text-small font-medium text-bad">
            <CircleAlert size={15} aria-hidden="true" className="flex-none" />
            {upload.refusal ?? 'Not uploaded yet.'}
            {upload.refusal === null && <TextButton onClick={onRetry}>Try again</TextButton>}
          </p>
        ) : upload?.isDone ? (
          <input
            value={description}
            onChange={({ target }) => onDescribe(target.value)}
            maxLength={300}
            aria-label={`Description of ${name}`}
            placeholder="Add a description"
            className="min-h-7 w-full rounded-control bg-transparent text-small placeholder:text-soft"
          />
        ) : (
          <Progress label={`Uploading ${name}`} isLabelHidden value={Math.round((upload?.share ?? 0) * 100)} className="py-2.5" />
        )}
      </div>
      <IconButton
        label={`Remove ${name}`}
        onClick={() => {
          // The button goes with the file, and the focus must not go with it.
          document.activeElement?.closest('form')?.querySelector('textarea')?.focus({ preventScroll: true })
          onRemove()
        }}
        className="text-soft"
      >
        <X size={18} aria-hidden="true" />
      </IconButton>
    </li>
  )
}

function Preview({ viewerId, file }: { viewerId: string; file: UnsentFile }) {
  const url = useLocalUrl(viewerId, file.key)
  return (
    <img
      {...(url === null ? {} : { src: url })}
      alt=""
      width={48}
      height={48}
      className="size-12 flex-none rounded-control bg-wash object-cover"
    />
  )
}
