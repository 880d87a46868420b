import { Outlet } from 'react-router'
import { SnackbarRegion } from '../ui/snackbar-region.tsx'
import { PageAnnouncement } from './page-announcement.tsx'
import { ProgressLine } from './progress-line.tsx'
import { useRouteTitle } from './use-title.ts'

/** What other sites show in a frame is the page alone. */
export default function FramedShell() {
  useRouteTitle(null)
  return (
    <>
      <ProgressLine />
      <main id="content" tabIndex={-1} className="pb-4 outline-none">
        <Outlet />
      </main>
      <PageAnnouncement />
      <SnackbarRegion />
    </>
  )
}
