import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { showSnackbar } from '../../web/ui/show-snackbar.ts'
import { openApp } from './setup/open-app.tsx'

// The second test depends on the first one.
describe('A message that a test leaves behind', () => {
  it('is still waiting for its code when the test ends', async () => {
    await openApp('/terms')
    showSnackbar('Left behind')
  })

  it('does not appear in the next test', async () => {
    await openApp('/terms')
    showSnackbar('Of this test')
    await expect.element(page.getByText('Of this test')).toBeVisible()
    expect(page.getByText('Left behind').elements()).toEqual([])
  })
})
