import type { JoinMode } from '../../../domain/teams/contract.ts'

export const joinModeLabels: Record<JoinMode, string> = { open: 'Open to all', ask: 'Ask to join', invite: 'By invitation' }
