import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { day } from '../../domain/time/spans.ts'
import { isBusy } from '../../web/busy.ts'
import { setDraftOwner } from '../../web/ui/draft-owner.ts'
import { ComboParts } from '../../web/ui/parts/combo-parts.tsx'
import { FormParts } from '../../web/ui/parts/form-parts.tsx'
import { RichTextParts } from '../../web/ui/parts/rich-text-parts.tsx'
import { expectAccessible } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'
import { openParts } from './setup/open-parts.tsx'

/** While a list is open, React Aria hides the rest of the page from screen readers. Tab closes the list first, so this is no problem. */
const whileOpen = { except: ['aria-hidden-focus'] }

const button = (name: string) => page.getByRole('button', { name, exact: true })

describe('the combo box', () => {
  const city = page.getByRole('combobox', { name: 'Your city' })
  const list = page.getByRole('listbox')

  it('tells a screen reader its role, its options and the current option', async () => {
    await openParts(<ComboParts />)
    await expect.element(city).toHaveAttribute('aria-autocomplete', 'list')
    await expect.element(city).toHaveAttribute('aria-expanded', 'false')
    await city.fill('aus')
    await expect.element(page.getByRole('option')).toHaveLength(2)
    await expect.element(city).toHaveAttribute('aria-expanded', 'true')
    await expect.element(city).toHaveAttribute('aria-controls', list.element().id)
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await expect.element(city).toHaveAttribute('aria-activedescendant', page.getByRole('option', { name: 'Austin MN' }).element().id)
    await expectAccessible(whileOpen)
    await userEvent.keyboard('{Escape}')
    await expect.element(list).not.toBeInTheDocument()
    await expect.element(city).toHaveValue('aus')
    await expect.element(city).toHaveFocus()
  })

  it('keeps a pick, clears it when the text is edited, and explains what to do with other texts', async () => {
    await openParts(<ComboParts />)
    await city.fill('aurora')
    await page.getByRole('option', { name: 'Aurora CO' }).click()
    await expect.element(city).toHaveValue('Aurora, CO')
    await expect.element(city).toHaveAccessibleDescription('You picked Aurora, CO')
    await userEvent.keyboard('{Backspace}')
    await expect.element(city).not.toHaveAccessibleDescription(/You picked/)
    await city.fill('qqqq')
    await expect.element(list.getByText('No US city by that name.')).toBeVisible()
    await userEvent.keyboard('{Escape}{Tab}')
    await expect.element(city).toHaveAttribute('aria-invalid', 'true')
    await expect.element(city).toHaveAccessibleDescription(/Choose one from the list\./)
    await expect.element(city).toHaveValue('qqqq')
  })
})

describe('a form', () => {
  const name = page.getByLabelText('Name of the game')
  const about = page.getByRole('textbox', { name: 'About' })
  const level = page.getByRole('button', { name: /Level/ })
  const agree = page.getByRole('checkbox', { name: 'I will open the court' })
  const restored = page.getByText('We saved your draft from last time.')

  it('restores its draft after a reload, until the user discards it', async () => {
    const { reload } = await openParts(<FormParts />)
    await expect.element(restored).not.toBeInTheDocument()
    await name.fill('Sunrise open play')
    await about.fill('Bring a paddle.')
    await level.click()
    await expectAccessible(whileOpen)
    await page.getByRole('option', { name: 'Beginner' }).click()
    await agree.click()
    await reload()
    await expect.element(restored).toBeVisible()
    await expect.element(name).toHaveValue('Sunrise open play')
    await expect.element(about).toHaveValue('Bring a paddle.')
    await expect.element(level).toHaveTextContent('Beginner')
    await expect.element(agree).toBeChecked()

    await button('Start over').first().click()
    await expect.element(name).toHaveValue('')
    await reload()
    await expect.element(name).toHaveValue('')
    await expect.element(restored).not.toBeInTheDocument()
  })

  it('says if its draft is from a tab that is still open, and not if that tab is closed', async () => {
    const { reload } = await openParts(<FormParts />)
    await name.fill('Sunrise')
    const [key = '', text = ''] = Object.entries(localStorage).find(([, value]) => String(value).includes('Sunrise')) ?? []
    localStorage.setItem(key, JSON.stringify({ ...JSON.parse(text), tab: 'another-tab' }))
    await reload()
    await expect.element(name).toHaveValue('Sunrise')
    await expect.element(page.getByText('You typed this in another tab.')).toBeVisible()
    await expect.element(restored).not.toBeInTheDocument()
    await name.fill('Sunrise play')
    await expect.poll(() => JSON.parse(localStorage.getItem(key) ?? '{}')).toMatchObject({ values: { name: 'Sunrise play' } })
    expect(JSON.parse(localStorage.getItem(key) ?? '{}').tab).not.toBe('another-tab')
    dispatchEvent(new PageTransitionEvent('pagehide'))
    expect(JSON.parse(localStorage.getItem(key) ?? '{}')).not.toHaveProperty('tab')
    await reload()
    await expect.element(restored).toBeVisible()
  })

  it('restores its draft for two weeks, but no longer', async () => {
    const startedAt = Date.now()
    const { reload } = await openParts(<FormParts />)
    await name.fill('Sunrise')
    vi.useFakeTimers({ toFake: ['Date'], now: startedAt + 13 * day })
    await reload()
    await expect.element(name).toHaveValue('Sunrise')
    vi.setSystemTime(startedAt + 15 * day)
    await reload()
    await expect.element(name).toHaveValue('')
    await expect.element(restored).not.toBeInTheDocument()
  })

  it('restores nothing if the fields were emptied again', async () => {
    const { reload } = await openParts(<FormParts />)
    await name.fill('Sunrise')
    await reload()
    await expect.element(restored).toBeVisible()
    await name.clear()
    await reload()
    await expect.element(name).toHaveValue('')
    await expect.element(restored).not.toBeInTheDocument()
  })

  it('does not show the draft of one person to the next person on this device', async () => {
    onTestFinished(() => setDraftOwner(null))
    const app = await openApp('/_ui', { viewer: someone })
    await name.fill('Secret open play')
    await app.reload()
    await expect.element(name).toHaveValue('Secret open play')

    await openApp('/_ui', { viewer: { ...someone, id: 'person-b' } })
    await expect.element(name).toHaveValue('')
    expect(JSON.stringify(localStorage)).not.toContain('Secret open play')
  })

  it('shows an error at each invalid field, and moves the focus to the first', async () => {
    await openParts(<FormParts />)
    await button('Publish').click()
    await expect.element(name).toHaveAccessibleDescription(/Enter a name\./)
    await expect.element(agree).toHaveAccessibleDescription(/Please agree first\./)
    await expect.element(name).toHaveFocus()
    await expectAccessible()
    await name.fill('x'.repeat(63))
    await expect.element(page.getByText('3 too many')).toBeVisible()
    await expect.element(name).toHaveAccessibleDescription(/Use up to 60 characters\./)
  })

  it('shows the error of the server at its field, and can be sent again', async () => {
    const { reload } = await openParts(<FormParts />)
    const refusal = page.getByText('There is already a game with this name.')
    await name.fill('Taken')
    await agree.click()
    await button('Publish').click()
    await expect.element(page.getByRole('alert').filter({ has: refusal })).toBeVisible()
    await expect.element(name).toHaveAttribute('aria-invalid', 'true')
    await expect.element(name).toHaveAccessibleDescription(/Choose another name\./)
    await expect.element(name).toHaveValue('Taken')
    await expectAccessible()
    await name.fill('Sunrise open play')
    expect(isBusy()).toBe(true)
    await button('Publish').click()
    await expect.element(page.getByText('Sunrise open play is published')).toBeVisible()
    // Nothing is unsaved, so the page may reload with a new version of the app.
    await expect.poll(isBusy).toBe(false)
    await expect.element(refusal).not.toBeInTheDocument()
    await expect.element(name).not.toHaveAttribute('aria-invalid')
    await reload()
    await expect.element(name).toHaveValue('')
    await expect.element(restored).not.toBeInTheDocument()
  })
})

describe('a field for rich text', () => {
  const description = page.getByRole('textbox', { name: 'Description' })
  const preview = page.getByRole('region', { name: 'Preview of description' })

  it('formats text with the keyboard and with buttons, and undoes it', async () => {
    await openParts(<RichTextParts />)
    await description.fill('Bring water')
    await userEvent.keyboard('{End}{Control>}{Shift>}{ArrowLeft}{/Shift}b{/Control}')
    await expect.element(description).toHaveValue('Bring **water**')
    await userEvent.keyboard('{Control>}i{/Control}')
    await expect.element(description).toHaveValue('Bring ***water***')
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.element(description).toHaveValue('Bring **water**')
    await userEvent.keyboard('{End}')
    await button('List').click()
    await expect.element(description).toHaveValue('- Bring **water**')
    await userEvent.keyboard('{End}{Enter}see {Control>}k{/Control}')
    // The address is selected, so typing replaces it.
    await userEvent.keyboard('javascript:alert(1)')
    await expect.element(description).toHaveValue('- Bring **water**\nsee [](javascript:alert(1))')
  })

  it('shows a preview, keeps its text after a reload, and is sent', async () => {
    const { reload } = await openParts(<RichTextParts />)
    const written = '- Bring **water**\n\n[map](https://example.com/map) <img src=x onerror=alert(1)> [x](javascript:alert(1))'
    await description.fill(written)
    await button('Preview').click()
    await expect.element(preview.getByRole('listitem')).toHaveTextContent('Bring water')
    await expect.element(preview.getByRole('strong')).toHaveTextContent('water')
    await expect.element(preview.getByRole('link')).toHaveLength(1)
    await expect.element(preview.getByRole('link', { name: 'map' })).toHaveAttribute('rel', 'noopener nofollow ugc')
    expect(preview.element().querySelector('img')).toBeNull()
    await expect.element(preview).toHaveTextContent('<img src=x onerror=alert(1)> x')
    await expectAccessible()

    await reload()
    await expect.element(page.getByText('We saved your draft from last time.')).toBeVisible()
    await expect.element(description).toHaveValue(written)
    await button('Preview').click()
    await button('Continue writing').click()
    await button('Save').click()
    await expect.element(page.getByText('Description saved.')).toBeVisible()
  })
})
