import type { ReactNode } from 'react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
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
  const show = async () => {
    await render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)
    // The production build of React draws a moment later.
    await expect.element(page.getByRole('heading', { name: 'Parts', level: 1 })).toBeInTheDocument()
  }
  await show()
  return {
    /** Simulates a reload: the memory is lost, the storage of the device is kept. */
    reload: async () => {
      await cleanup()
      await show()
    },
  }
}
