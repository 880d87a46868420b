import type { ReactNode } from 'react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { cleanup, render } from 'vitest-browser-react'
import { SnackbarRegion } from '../../../web/ui/snackbar-region.tsx'

/** Shows UI parts without the navigation bars of a page. */
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
    /** Simulates a reload: the memory is lost, the storage of the device is kept. */
    reload: async () => {
      await cleanup()
      await show()
    },
  }
}
