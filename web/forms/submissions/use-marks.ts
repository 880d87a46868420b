import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import * as v from 'valibot'
import { MarkSubmission } from '../../../domain/forms/submission-changes-contract.ts'
import { holdReload } from '../../busy.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { markingSubmission, type SubmissionPlace } from './queries.ts'

const pauseMs = 800

/** The tags and the note of a submission, which are saved at once: a tag when it is added, the note when the person stops typing. */
export function useMarks(place: Omit<SubmissionPlace, 'key'>, saved: MarkSubmission) {
  const mark = useMutation(markingSubmission(place))
  /** What is not saved yet. Null for what is as the server has it. */
  const [edits, setEdits] = useState<{ tags: string[] | null; note: string | null }>({ tags: null, note: null })
  const marks = { tags: edits.tags ?? saved.tags, note: edits.note ?? saved.note }
  const checked = v.safeParse(MarkSubmission, marks)

  const save = (next: MarkSubmission) => {
    const read = v.safeParse(MarkSubmission, next)
    if (!read.success) return
    void mark.mutateAsync(read.output).then(
      // By now the saved ones are loaded again. What was typed meanwhile is newer.
      () => setEdits((now) => ({ tags: now.tags === next.tags ? null : now.tags, note: now.note === next.note ? null : now.note })),
      // The mutation keeps the error, which is shown below the note.
      () => undefined,
    )
  }
  const changeTags = (tags: string[]) => {
    setEdits({ ...edits, tags })
    save({ ...marks, tags })
  }
  const saveNote = () => {
    const isSent = mark.isPending && mark.variables?.note === edits.note?.trim()
    if (edits.note !== null && !isSent) save(marks)
  }

  const settled = useDebounced(edits.note, pauseMs)
  const onSettled = useEffectEvent((note: string | null) => {
    if (note !== null && note === edits.note) saveNote()
  })
  useEffect(() => onSettled(settled), [settled])

  // Whoever leaves directly after a key does not lose it.
  const saveOnLeaving = useEffectEvent(() => {
    if (edits.note !== null) saveNote()
  })
  useEffect(() => {
    const onHide = () => saveOnLeaving()
    addEventListener('pagehide', onHide)
    return () => {
      removeEventListener('pagehide', onHide)
      onHide()
    }
  }, [])

  const isUnsaved = edits.tags !== null || edits.note !== null
  useEffect(() => (isUnsaved ? holdReload() : undefined), [isUnsaved])

  return {
    ...marks,
    fault: checked.success ? null : (checked.issues[0]?.message ?? null),
    changeTags,
    typeNote: (note: string) => setEdits({ ...edits, note }),
    saveNote,
    retry: () => save(marks),
    error: mark.isPending ? null : mark.error,
    state: mark.isPending
      ? ('saving' as const)
      : isUnsaved
        ? ('unsaved' as const)
        : mark.isSuccess
          ? ('saved' as const)
          : ('same' as const),
  }
}
