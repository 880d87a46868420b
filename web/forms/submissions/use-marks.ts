import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import * as v from 'valibot'
import { maxTags } from '../../../domain/forms/limits.ts'
import { SubmissionNote } from '../../../domain/forms/submission-changes-contract.ts'
import { holdReload } from '../../busy.ts'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { changingSubmissions, notingSubmission, type SubmissionPlace } from './queries.ts'

const pauseMs = 800

type Saved = { tags: string[]; note: string }
type Place = Omit<SubmissionPlace, 'key'>

/** The tags and the note of a submission, which are saved at once: a tag when it is added, the note when the person stops typing. */
export function useMarks(place: Place, saved: Saved) {
  const { tags, changeTag, ...tagging } = useTags(place, saved.tags)
  const note = useNote(place, saved.note)
  const isUnsaved = tagging.isUnsaved || note.isUnsaved
  useEffect(() => (isUnsaved ? holdReload() : undefined), [isUnsaved])
  const isSaving = tagging.isSaving || note.isSaving
  return {
    ...{ tags, changeTag, note },
    error: isSaving ? null : (tagging.error ?? note.error),
    retry: () => {
      tagging.saveAll()
      note.save()
    },
    state: isSaving
      ? ('saving' as const)
      : isUnsaved
        ? ('unsaved' as const)
        : tagging.isSaved || note.isSaved
          ? ('saved' as const)
          : ('same' as const),
  }
}

/** Each tag is added or removed alone, so that those of other organizers stay. */
function useTags({ formId, submissionId }: Place, saved: readonly string[]) {
  const change = useMutation({ ...changingSubmissions(formId), scope: { id: `tags:${submissionId}` } })
  /** What is not saved yet: true for a tag that is added, false for one that is removed. */
  const [edits, setEdits] = useState<ReadonlyMap<string, boolean>>(new Map())
  const save = (tag: string, isAdded: boolean) => {
    void change.mutateAsync({ ids: [submissionId], change: { do: isAdded ? 'addTag' : 'removeTag', tag } }).then(
      ({ ids }) => {
        // By now the saved ones are loaded again. What was pressed meanwhile is newer.
        setEdits((now) => new Map([...now].filter(([one, is]) => one !== tag || is !== isAdded)))
        if (ids.length === 0) showSnackbar(`A submission can have up to ${maxTags} tags.`)
      },
      // The mutation keeps the error, which is shown below the note.
      () => undefined,
    )
  }
  return {
    tags: [...saved, ...edits.keys()].filter((tag, index, all) => all.indexOf(tag) === index && edits.get(tag) !== false),
    changeTag: (tag: string, isAdded: boolean) => {
      setEdits(new Map(edits).set(tag, isAdded))
      save(tag, isAdded)
    },
    saveAll: () => {
      for (const [tag, isAdded] of edits) save(tag, isAdded)
    },
    isUnsaved: edits.size > 0,
    isSaving: change.isPending,
    isSaved: change.isSuccess,
    error: change.error,
  }
}

function useNote(place: Place, saved: string) {
  const noting = useMutation(notingSubmission(place))
  /** What is not saved yet, and the saved note that the person has seen before they typed it. Null if it is as the server has it. */
  const [edit, setEdit] = useState<{ text: string; before: string } | null>(null)
  const checked = v.safeParse(SubmissionNote, edit?.text ?? saved)
  // Somebody else has changed it meanwhile. Only the person can say what becomes of the two.
  const other = edit !== null && !noting.isPending && saved !== edit.before && saved !== checked.output ? saved : null

  const send = (text: string, before: string) => {
    const read = v.safeParse(SubmissionNote, text)
    if (!read.success) return
    const note = read.output
    void noting.mutateAsync({ note, before }).then(
      // By now the saved one is loaded again. What was typed meanwhile is newer, and replaces this one.
      () => setEdit((now) => (now === null || now.text === text ? null : { text: now.text, before: note })),
      // The mutation keeps the error, which is shown below the note.
      () => undefined,
    )
  }
  const save = () => {
    if (edit === null || other !== null) return
    // Notes are sent one after the other: this one replaces the one that is on its way.
    const before = noting.isPending ? noting.variables.note : edit.before
    if (!noting.isPending || before !== checked.output) send(edit.text, before)
  }
  /** What becomes of both notes, now that the person has seen the other one. */
  const settle = (text: string) => {
    setEdit({ text, before: saved })
    send(text, saved)
  }

  const settled = useDebounced(edit?.text, pauseMs)
  const onSettled = useEffectEvent((text: string | undefined) => {
    if (text === edit?.text) save()
  })
  useEffect(() => onSettled(settled), [settled])

  // Whoever leaves directly after a key does not lose it.
  const saveOnLeaving = useEffectEvent(() => save())
  useEffect(() => {
    const onHide = () => saveOnLeaving()
    addEventListener('pagehide', onHide)
    return () => {
      removeEventListener('pagehide', onHide)
      onHide()
    }
  }, [])

  return {
    text: edit?.text ?? saved,
    other,
    fault: checked.success ? null : (checked.issues[0]?.message ?? null),
    type: (text: string) => setEdit({ text, before: edit?.before ?? saved }),
    save,
    keepBoth: () => edit && settle([saved, edit.text].filter((text) => text !== '').join('\n')),
    keepMine: () => edit && settle(edit.text),
    isUnsaved: edit !== null,
    isSaving: noting.isPending,
    isSaved: noting.isSuccess,
    error: other === null ? noting.error : null,
  }
}
