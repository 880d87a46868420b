import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { readDraft } from '../../ui/draft.ts'
import { Spinner } from '../../ui/spinner.tsx'
import type { TrayContent, TrayHandle } from './attachment-tray.tsx'
import { filesDraftKey, readUnsentFiles, type UnsentFile } from './unsent-file.ts'

const AttachmentTray = lazy(async () => ({ default: (await import('./attachment-tray.tsx')).AttachmentTray }))

type Attachments = TrayContent & { add: (files: File[]) => void; take: () => UnsentFile[]; tray: ReactNode }

/** The files that the next message takes along. Most messages have none, so the code for them loads with the first file. */
export function useAttachments(viewerId: string, conversationId: string): Attachments {
  const [picked, setPicked] = useState<File[] | null>(() =>
    readUnsentFiles(readDraft(filesDraftKey(conversationId), { files: [] as unknown[] })?.values.files).length > 0 ? [] : null,
  )
  const [content, setContent] = useState<TrayContent>({ count: 0, isBlocked: false })
  const tray = useRef<TrayHandle>(null)
  return {
    ...content,
    add: (files) => {
      if (files.length === 0) return
      if (tray.current) return tray.current.add(files)
      // Until the tray is there, nothing is sent without them.
      setPicked((before) => [...(before ?? []), ...files])
      setContent({ count: files.length, isBlocked: true })
    },
    take: () => tray.current?.take() ?? [],
    tray: picked && (
      <Suspense fallback={<Spinner />}>
        <AttachmentTray ref={tray} viewerId={viewerId} conversationId={conversationId} picked={picked} onChange={setContent} />
      </Suspense>
    ),
  }
}
