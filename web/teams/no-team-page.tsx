import { useEffect, useRef } from 'react'
import { Navigate } from 'react-router'
import { showSnackbar } from '../ui/show-snackbar.ts'

/** Leads to the start page, for a link without a community or to one that does not exist. */
export default function NoTeamPage() {
  // In development, React runs each effect twice.
  const wasShown = useRef(false)
  useEffect(() => {
    if (!wasShown.current) showSnackbar('Team not found')
    wasShown.current = true
  }, [])
  return <Navigate to="/" replace />
}
