import { writeTime } from '../../../domain/time/write-time.ts'
import { joinClasses } from '../../ui/class-names.ts'
import { readError } from '../../ui/read-error.ts'
import type { SaveState } from './draft-saver.ts'

/** "draft saved 6:44 PM". */
export function SaveNote({ state }: { state: SaveState }) {
  // Only trouble is announced: otherwise a screen reader would speak after each change.
  const isTrouble = state.is === 'failed' || state.is === 'unfinished' || state.is === 'offline'
  return (
    <span role={isTrouble ? 'status' : undefined} className={joinClasses(isTrouble && 'text-warn')}>
      {writeSaveState(state)}
    </span>
  )
}

function writeSaveState(state: SaveState): string {
  switch (state.is) {
    case 'saved':
      return `draft saved ${writeTime(state.at, undefined, { hour: 'numeric', minute: '2-digit' })}`
    case 'waiting':
    case 'saving':
      return 'saving …'
    case 'offline':
      return 'kept on this device until you are online'
    case 'unfinished':
      return 'not saved: something is not filled in'
    case 'failed':
      return `not saved: ${readError(state.error).message}`
    case 'conflict':
      return 'changed elsewhere'
  }
}
