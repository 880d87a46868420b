import { useCallback, useReducer } from 'react'
import type { FormContent } from '../../../domain/forms/content.ts'

/** A change of the whole form. It returns the same object if nothing changes. */
export type Edit = (content: FormContent) => FormContent

type History = { past: FormContent[]; present: FormContent; future: FormContent[]; key: string | null; at: number }
type Step = { do: 'edit'; edit: Edit; key: string | null; at: number } | { do: 'undo' | 'redo' } | { do: 'load'; content: FormContent }

const maxSteps = 100
/** Key presses in one field are undone together, unless the person paused. */
const pauseMs = 1_500

function takeStep(history: History, step: Step): History {
  const { past, present, future } = history
  switch (step.do) {
    case 'load':
      return { past: [], present: step.content, future: [], key: null, at: 0 }
    case 'undo': {
      const before = past.at(-1)
      return before ? { past: past.slice(0, -1), present: before, future: [present, ...future], key: null, at: 0 } : history
    }
    case 'redo': {
      const [next, ...rest] = future
      return next ? { past: [...past, present], present: next, future: rest, key: null, at: 0 } : history
    }
    case 'edit': {
      const next = step.edit(present)
      if (next === present) return history
      const { key, at } = step
      const isSameEdit = key !== null && key === history.key && at - history.at < pauseMs
      return { past: isSameEdit ? past : [...past, present].slice(-maxSteps), present: next, future: [], key, at }
    }
  }
}

/** The form that is being built, with what was done to it. */
export function useEditor(start: FormContent) {
  const [history, take] = useReducer(takeStep, start, (present): History => ({ past: [], present, future: [], key: null, at: 0 }))
  const edit = useCallback((change: Edit, key: string | null = null) => take({ do: 'edit', edit: change, key, at: Date.now() }), [])
  const undo = useCallback(() => take({ do: 'undo' }), [])
  const redo = useCallback(() => take({ do: 'redo' }), [])
  const load = useCallback((content: FormContent) => take({ do: 'load', content }), [])
  return { content: history.present, canUndo: history.past.length > 0, canRedo: history.future.length > 0, edit, undo, redo, load }
}
