import type { ReactNode } from 'react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { cleanup, render } from 'vitest-browser-react'
import { SnackbarRegion } from '../../../web/ui/snackbar-region.tsx'

/** Shows parts of the kit without the bars of a page around them. */
export async function openParts(parts: ReactNode) {
  const element = (
    <main>
      <h1>Parts</h1>
      {parts}
      <SnackbarRegion />
    </main>
  )
  const show = () => render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)
  await show()
  return {
    /** As after pressing Reload: what is in memory is gone, what the device keeps is not. */
    reload: async () => {
      await cleanup()
      await show()
    },
  }
}
