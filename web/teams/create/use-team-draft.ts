import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isSameValue, maxMergedSaves, mergeEdits } from '../../../domain/merge-edits.ts'
import type { MyTeamDraft } from '../../../domain/team-drafts/contract.ts'
import { ApiError } from '../../api.ts'
import { holdReload } from '../../busy.ts'
import { dropDraft, readDraft, writeDraft } from '../../ui/draft.ts'
import { chooseSide, type EditConflict, type FormPart, type Side } from '../../ui/edit-conflict.ts'
import { loadTeamDraft, saveTeamDraft } from './draft-queries.ts'
import { type DraftValues, draftParts, findLimitErrors, newDraftValues, toSave, valuesOf } from './draft-values.ts'

const saveDelayMs = 800
const retryDelayMs = 5000
const localKey = 'team-draft'

type Saved = { id: string | null; version: number; values: DraftValues }

/** `gone`: another tab created the community or threw the draft away. */
export type SaveState = 'saved' | 'saving' | 'offline' | 'failed' | 'gone'

const savedOf = ({ draft }: MyTeamDraft): Saved =>
  draft ? { id: draft.id, version: draft.version, values: valuesOf(draft) } : { id: null, version: 0, values: newDraftValues }

/**
 * The draft of a community while the person types. Each change is stored on this device at once and on the server a moment later.
 * Changes of another tab are merged, and shown side by side where both tabs changed the same part.
 */
export function useTeamDraft(loaded: MyTeamDraft, step: number) {
  const [start] = useState(() => restore(savedOf(loaded)))
  const [values, setValues] = useState(start.values)
  const [conflict, setConflict] = useState<EditConflict<DraftValues> | null>(start.conflict)
  const [state, setState] = useState<SaveState>('saved')
  const [error, setError] = useState<unknown>(null)
  const [draftId, setDraftId] = useState(start.saved.id)
  const saved = useRef(start.saved)
  const current = useRef(start.values)
  const queue = useRef<Promise<boolean>>(Promise.resolve(true))

  const isDirty = !isSameValue(values, saved.current.values)
  const isValid = Object.keys(findLimitErrors(values)).length === 0
  const hasCollisions = (conflict?.collisions.length ?? 0) > 0

  const show = (next: DraftValues) => {
    current.current = next
    setValues(next)
    writeDraft(localKey, next, { base: saved.current.values })
  }

  const merge = (theirs: Saved): boolean => {
    const { values: base } = saved.current
    const mine = current.current
    const { merged, collisions, incoming } = mergeEdits(draftParts, { base, mine, theirs: theirs.values })
    saved.current = theirs
    setDraftId(theirs.id)
    show(merged)
    if (collisions.length > 0 || incoming.length > 0) setConflict({ theirs: theirs.values, mine, collisions, incoming, isSeen: true })
    return collisions.length === 0
  }

  const sendOnce = async (atStep: number): Promise<'done' | 'again' | 'stopped'> => {
    const sent = current.current
    try {
      const draft = await saveTeamDraft(toSave(sent, saved.current, atStep))
      saved.current = { id: draft.id, version: draft.version, values: sent }
      setDraftId(draft.id)
      if (isSameValue(current.current, sent)) dropDraft(localKey)
      setState('saved')
      setError(null)
      return 'done'
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'TeamDraftConflict') {
        const theirs = await loadTeamDraft()
        return merge(savedOf(theirs)) ? 'again' : 'stopped'
      }
      throw failure
    }
  }

  const send = async (atStep: number): Promise<boolean> => {
    setState('saving')
    try {
      for (let tries = 0; tries <= maxMergedSaves; tries += 1) {
        const outcome = await sendOnce(atStep)
        if (outcome === 'done') return true
        if (outcome === 'stopped') break
      }
      setState('failed')
    } catch (failure) {
      const isRefused = failure instanceof ApiError
      if (isRefused && failure.code === 'TeamDraftGone') dropDraft(localKey)
      setState(isRefused ? (failure.code === 'TeamDraftGone' ? 'gone' : 'failed') : 'offline')
      setError(isRefused ? failure : null)
    }
    return false
  }

  /** Saves now. Saves run one after the other, because each needs the version of the one before. */
  const save = (atStep = step): Promise<boolean> => {
    queue.current = queue.current.then(() => send(atStep))
    return queue.current
  }

  const saveLater = useEffectEvent(() => {
    if (isDirty && isValid && !hasCollisions && state !== 'gone') void save()
  })
  useEffect(() => {
    if (values === start.values) return
    const timer = setTimeout(saveLater, saveDelayMs)
    return () => clearTimeout(timer)
  }, [values, start.values])

  // Opening a page shows that the person has not left. A draft that does not exist yet is not started by looking at it.
  const touch = useEffectEvent((atStep: number) => {
    if (saved.current.id !== null && !hasCollisions && isValid) void save(atStep)
  })
  useEffect(() => touch(step), [step])

  const retry = useEffectEvent(() => {
    if (isValid && !hasCollisions) void save()
  })
  useEffect(() => {
    if (state !== 'offline') return
    const timer = setInterval(retry, retryDelayMs)
    const onOnline = () => retry()
    addEventListener('online', onOnline)
    return () => {
      clearInterval(timer)
      removeEventListener('online', onOnline)
    }
  }, [state])

  useEffect(() => (isDirty ? holdReload() : undefined), [isDirty])

  const choose = (part: FormPart<DraftValues>, side: Side) => {
    if (!conflict) return
    const chosen = chooseSide(conflict, current.current, part, side)
    setConflict(chosen.conflict)
    show(chosen.values)
  }

  /** Saves what the person has chosen for the parts that two tabs changed. */
  const saveChoices = () => {
    setConflict(null)
    return save()
  }

  return {
    ...{ draftId, values, state, error, conflict, choose, saveChoices, save, isDirty },
    change: (changes: Partial<DraftValues>) => show({ ...current.current, ...changes }),
    /** Forgets what is stored on this device, after the community was created or the draft thrown away. */
    forget: () => dropDraft(localKey),
  }
}

export type TeamDraftEditor = ReturnType<typeof useTeamDraft>

/** Puts what was typed on this device, and not saved yet, on top of what the server has. */
function restore(saved: Saved): { saved: Saved; values: DraftValues; conflict: EditConflict<DraftValues> | null } {
  const stored = readDraft<DraftValues>(localKey, newDraftValues)
  if (!stored) return { saved, values: saved.values, conflict: null }
  const { merged, collisions, incoming } = mergeEdits(draftParts, { base: stored.base, mine: stored.values, theirs: saved.values })
  const conflict = collisions.length > 0 ? { theirs: saved.values, mine: stored.values, collisions, incoming, isSeen: true } : null
  return { saved, values: merged, conflict }
}
