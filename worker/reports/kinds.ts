import type { ReportKind } from '../../domain/reports/contract.ts'
import { requireSeen } from '../events/acting.ts'
import { findStoredPlace, placeNotFound } from '../places/queries.ts'
import type { Database } from '../platform/database.ts'
import { requireReach } from '../privacy/reach.ts'

/** What can be reported: each kind refuses what is not there for this person, which they could not report either. */
export const requireReportable: Record<ReportKind, (db: Database, viewerId: string, subjectId: string) => Promise<unknown>> = {
  event: requireSeen,
  person: (db, viewerId, subjectId) => requireReach(db, viewerId, subjectId, 'profile'),
  place: async (db, _, subjectId) => {
    if (!(await findStoredPlace(db, subjectId))) throw placeNotFound()
  },
}
