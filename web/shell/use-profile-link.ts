import { useLocation } from 'react-router'
import { addReturnPath } from '../../domain/access/rules.ts'
import { useViewer } from '../app-state.ts'

/** A link for somebody who is signed in but has no complete profile yet. It leads back to this page. Null for everybody else. */
export function useProfileLink(): string | null {
  const viewer = useViewer()
  const { pathname, search } = useLocation()
  if (!viewer || viewer.profileComplete) return null
  return addReturnPath(viewer.emailVerified ? '/user-onboarding' : '/verify-email', pathname + search)
}
