import type { JoinMode } from '../../../domain/teams/contract.ts'

export const joinModeNames: Record<JoinMode, string> = { open: 'Anyone', ask: 'People who ask', invite: 'People you invite' }

export const joinModeHints: Record<JoinMode, string> = {
  open: 'Whoever opens the page can join at once.',
  ask: 'People send a request, and you accept or decline it.',
  invite: 'Nobody can ask. You choose who gets an invitation.',
}
