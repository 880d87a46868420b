import { useEffect, useState, useSyncExternalStore } from 'react'
import type { FormContent } from '../../../domain/forms/content.ts'
import type { FormDraft } from '../../../domain/forms/contract.ts'
import { holdReload } from '../../busy.ts'
import { fetchDraft, saveDraft } from '../queries.ts'
import { DraftSaver } from './draft-saver.ts'

export function useDraftSaver(draft: FormDraft): DraftSaver {
  const [saver] = useState(() => new DraftSaver(draft, { save: (json) => saveDraft(draft.id, json), read: () => fetchDraft(draft.id) }))
  useEffect(() => saver.start(), [saver])
  return saver
}

/** Saves each change, and asks before the page is left while one is not saved. */
export function useAutosave(saver: DraftSaver, content: FormContent) {
  const state = useSyncExternalStore(saver.subscribe, saver.getState)
  const isUnsaved = state.is !== 'saved'
  useEffect(() => saver.change(content), [saver, content])
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    const release = holdReload()
    return () => {
      removeEventListener('beforeunload', ask)
      release()
    }
  }, [isUnsaved])
  return state
}
