import { useMemo, useSyncExternalStore } from 'react'
import type { AnswerStore } from './answer-store.ts'
import type { FileUploads } from './file-uploads.ts'
import { useStored } from './form-context.ts'

/** What keeps a person on a page: files on their way, and the name of one that did not arrive. */
export type FilesInQuestion = { areSending: boolean; failed: string | null }

/** Only files of answers that are asked count. Nobody waits for a file that is not sent with the form. */
export function useFilesInQuestion(store: AnswerStore, uploads: FileUploads): FilesInQuestion {
  const all = useSyncExternalStore(uploads.subscribe, uploads.readAll)
  const read = () => JSON.stringify(all.filter(({ anchor }) => store.isAsked(anchor)).map(({ key }) => key))
  const keys = useStored(store, read)
  return useMemo(() => {
    const asked = all.filter(({ key }) => keys.includes(key))
    const failed = asked.find(({ failure }) => failure !== null)
    return { areSending: asked.some(({ failure }) => failure === null), failed: failed?.name ?? null }
  }, [all, keys])
}
