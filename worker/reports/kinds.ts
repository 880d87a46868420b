import type { ReportKind } from '../../domain/reports/contract.ts'
import { requireVisible } from '../events/acting.ts'
import { findStoredPlace, placeNotFound } from '../places/queries.ts'
import type { Database } from '../platform/database.ts'
import { requireReach } from '../privacy/reach.ts'

/** For each kind: throws unless the viewer may see the subject, because people may only report what they can see. */
export const requireReportable: Record<ReportKind, (db: Database, viewerId: string, subjectId: string) => Promise<unknown>> = {
  event: requireVisible,
  person: (db, viewerId, subjectId) => requireReach(db, viewerId, subjectId, 'profile'),
  place: async (db, _, subjectId) => {
    if (!(await findStoredPlace(db, subjectId))) throw placeNotFound()
  },
}
