import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { account } from '#shared/api/account.ts'
import { logins } from '#shared/api/logins.ts'
import { posts } from '#shared/api/posts.ts'
import { profiles } from '#shared/api/profiles.ts'
import { addSection } from '../factories/catalog.ts'
import { addPost } from '../factories/posts.ts'
import { readZip } from '../factories/read-zip.ts'
import { expect, test } from './fixtures.ts'

const privacy = '/profile/settings?tab=privacy'

test('a person’s data comes as an archive to download and open', async ({
  stack,
  openAs,
  expectAccessible,
}) => {
  const { page, person } = await openAs('xena.exporting')
  await addPost(person, await addSection(stack.db), { name: 'Exported notes' })
  await page.goto(privacy)
  const panel = page.getByRole('region', { name: 'Export your data' })
  await panel.getByRole('button', { name: 'Start an export' }).click()
  await expect(panel.getByRole('status')).toContainText('is ready')
  await expectAccessible(page)
  const arriving = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Download' }).click()
  const download = await arriving
  expect(download.suggestedFilename()).toMatch(/^ignite-xena\.exporting-\d{4}-\d\d-\d\d\.zip$/)
  const archive = await readZip(await readFile(await download.path()))
  expect(JSON.parse(archive.get('posts.json')!.toString())).toMatchObject([{ title: 'Exported notes' }])
  const document = [...archive.keys()].find(name => name.startsWith('documents/Exported notes'))
  expect(archive.get(document!)!.subarray(0, 5).toString()).toBe('%PDF-')
  await page.reload()
  await expect(panel.getByRole('button', { name: 'Download' })).toBeVisible()
})

test('an export shows its progress beside an older one, is polled only while it runs, and says when it failed or expired', async ({
  stack,
  openAs,
  expectAccessible,
}) => {
  const { page, person } = await openAs('wim.waiting')
  // The device has another one.
  await person.call(profiles.save, { body: { time_zone: 'America/Phoenix' } })
  let asked = 0
  const begun = {
    id: '0f9d3c52-6d3e-4a70-9a7a-5d1f5a1f0a11',
    kind: 'export',
    state: 'running',
    date: '2026-11-20T10:00:00.000Z',
    done: 3,
    total: 12,
    size: null,
    expires_at: null,
  }
  const done = { ...begun, state: 'done', size: 2_400_000, expires_at: '2126-01-01T00:00:00.000Z' }
  const older = { ...done, id: '0f9d3c52-6d3e-4a70-9a7a-5d1f5a1f0a10', date: '2026-11-19T10:00:00.000Z' }
  let answer: { task: object; ready: object | null } = { task: begun, ready: older }
  await page.route('**/api/account/export', route => {
    asked++
    return route.fulfill({ json: { status: 'success', ...answer } })
  })
  await page.goto(privacy)
  const panel = page.getByRole('region', { name: 'Export your data' })
  await expect(panel.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25')
  await expect(panel).toContainText('Your Nov 19, 2026, 3:00 AM export is ready')
  const download = panel.getByRole('button', { name: 'Download' })
  await expect(download).toBeVisible()
  await expectAccessible(page)
  answer = { task: { ...begun, state: 'failed' }, ready: older }
  await expect(panel).toContainText('Your Nov 20, 2026, 3:00 AM export failed')
  await expect(panel).toContainText('Your Nov 19, 2026, 3:00 AM export is ready')
  await expect(download).toBeVisible()
  const whenOver = asked
  await page.evaluate(async () => {
    for (let frame = 0; frame < 120; frame++) await new Promise(requestAnimationFrame)
  })
  expect(asked).toBe(whenOver)
  answer = { task: done, ready: done }
  await page.reload()
  await expect(panel.getByRole('status')).toContainText('Download it by Dec 31, 2125, 5:00 PM MST.')
  answer = { task: { ...done, expires_at: '2026-01-01T00:00:00.000Z' }, ready: null }
  await page.reload()
  await expect(panel.getByRole('status')).toContainText('has expired')
  await expect(download).toHaveCount(0)
  await page.unroute('**/api/account/export')

  for (let nth = 1; nth <= 3; nth++) {
    await person.call(account.startExport)
    await stack.jobsDone()
  }
  await page.reload()
  await panel.getByRole('button', { name: 'Start a new export' }).click()
  await expect(panel.getByRole('alert')).toContainText('three exports today')
})

test('an account is deleted after its username is typed, and signing in again makes a new one', {
  tag: '@phone',
}, async ({ stack, openAs, expectAccessible }) => {
  const { page, person } = await openAs('gus.going')
  const post = await addPost(person, await addSection(stack.db), { name: 'Notes that go' })
  await page.goto(privacy)
  await page.getByRole('button', { name: 'Delete account…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog).toContainText('your post and its file')
  await expect(dialog).toContainText(
    'We cancel your sessions and your meetings that haven’t started. Your students get a full refund. For requests that a tutor hasn’t accepted, you get a full refund. For other meetings you booked, you get a full refund until 12 hours before the start, then half until the start.',
  )
  await expect(dialog).toContainText('nobody can take it for 90 days')
  await expect(dialog).toContainText('any wallet balance under $1.00')
  const remove = dialog.getByRole('button', { name: 'Delete permanently' })
  await expect(remove).toBeDisabled()
  await dialog.getByLabel(/Type your username/).fill('gus')
  await expect(remove).toBeDisabled()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep my account' }).click()
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: 'Delete account…' }).click()
  await dialog.getByLabel(/Type your username/).fill('gus.going')
  await remove.click()
  await expect(page).toHaveURL(/\/goodbye\?deletion=/)
  await expect(page.getByRole('heading', { level: 1, name: 'Goodbye, and good luck' })).toBeVisible()
  await expect(page.getByText('Everything has been deleted')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/explore')
  await expect(page).toHaveURL(/\/login/)
  expect((await stack.visitor().call(posts.get, { params: { id: post.id } })).status).toBe(404)

  const again = await openAs('gus.going', { newcomer: true })
  const { login } = (await again.person.call(logins.read)).body
  // The old name is reserved for 90 days, even from the same person: nothing connects them anymore.
  expect(login).toMatchObject({ username: expect.stringMatching(/^gus\.going-/), welcomed: false })
  const { body } = await again.person.call(posts.ofPerson, { query: { username: login!.username } })
  expect(body.posts).toEqual([])
})

test('a deletion whose answer is lost ends at the goodbye, and asks for the username of the moment', async ({
  openAs,
}) => {
  const { page, person } = await openAs('lou.lost')
  await page.goto(privacy)
  const start = page.getByRole('button', { name: 'Delete account…' })
  await expect(start).toBeVisible()
  await person.call(profiles.rename, { body: { username: 'lou.renamed' } })
  await page.route(`**${account.remove.path}`, async route => {
    await route.fetch()
    await route.abort()
  })
  await start.click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Type your username, lou.renamed, to confirm').fill('lou.renamed')
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page).toHaveURL(/\/goodbye$/)
  await expect(page.getByText('Your account is closed.')).toBeVisible()
})

test('a deletion whose answer is lost ends at the goodbye, which leaves nothing in the browser', async ({
  openAs,
}) => {
  const { page } = await openAs('lou.leaving')
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('searches ')))
  await page.goto('/explore')
  await page.getByRole('searchbox', { name: 'Search notes' }).fill('heaps')
  await page.keyboard.press('Enter')
  await expect.poll(kept).not.toEqual([])
  await page.goto(privacy)
  await page.route(`**${account.remove.path}`, async route => {
    await route.fetch()
    await route.abort()
  })
  await page.route(`**${logins.read.path}`, route => route.abort())
  await page.getByRole('button', { name: 'Delete account…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel(/Type your username/).fill('lou.leaving')
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page).toHaveURL(/\/goodbye$/)
  await expect(page.getByText('Your account is closed.')).toBeVisible()
  await expect.poll(kept).toEqual([])
})

test('a deletion that goes on after its answer is lost ends at the goodbye', async ({ openAs }) => {
  const { page, person } = await openAs('lou.later')
  await page.goto(privacy)
  await page.route(`**${account.remove.path}`, route => route.abort())
  await page.getByRole('button', { name: 'Delete account…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel(/Type your username/).fill('lou.later')
  const found = page.waitForResponse(`**${logins.read.path}`)
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  expect((await (await found).json()).login).not.toBeNull()
  await dialog.getByRole('button', { name: 'Keep my account' }).click()
  await person.call(account.remove, { body: { username: 'lou.later' } })
  await page.getByRole('link', { name: /^Ignite/ }).click()
  await expect(page).toHaveURL(/\/goodbye$/)
})

for (const [what, name, knows] of [
  ['is found to go on', 'stella.stays', true],
  ['may have gone, of a person who then signs out,', 'stu.stays', false],
] as const) {
  test(`an account that ${what} after a failed deletion isn’t called closed`, async ({ stack, openAs }) => {
    const { page, person } = await openAs(name)
    await page.clock.install()
    await page.goto(privacy)
    await page.route(`**${account.remove.path}`, route => route.abort())
    if (!knows) await page.route(`**${logins.read.path}`, route => route.abort())
    await page.getByRole('button', { name: 'Delete account…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await dialog.getByLabel(/Type your username/).fill(name)
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
    await expect(dialog.getByRole('alert')).toContainText('We can’t reach Ignite right now')
    if (knows) {
      // The attempt must be over by then.
      const found = page.waitForResponse(`**${logins.read.path}`)
      await page.clock.fastForward('03:00')
      await found
    }
    await dialog.getByRole('button', { name: 'Keep my account' }).click()
    if (knows) {
      await sql`delete from logins using users where user_id = users.id and username = ${name}`.execute(
        stack.db,
      )
      await expect.poll(async () => (await person.call(logins.read)).body.login).toBeNull()
      await page.getByRole('link', { name: /^Ignite/ }).click()
    } else {
      await page.getByRole('button', { name: /^Your account/ }).click()
      await page.getByRole('menuitem', { name: 'Logout' }).click()
      await expect(page).toHaveURL(/\/$/)
      await page.goBack()
    }
    await expect(page).toHaveURL(/\/login/)
  })
}

test('recent searches stay with a person who takes another username', async ({ openAs }) => {
  const { page, person } = await openAs('rea.renamed')
  await page.goto('/explore')
  await page.getByRole('searchbox', { name: 'Search notes' }).fill('heaps')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/text=heaps/)
  await person.call(profiles.rename, { body: { username: 'rea.new' } })
  await page.goto('/explore')
  await expect(page.getByRole('button', { name: /^Your account/ })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('option', { name: 'heaps' })).toBeVisible()
})

test('deleting the account leaves nothing in a browser that doesn’t clear its storage when told to', async ({
  openAs,
}) => {
  const { page } = await openAs('lea.leaving')
  await page.route(`**${account.remove.path}`, async route => {
    const response = await route.fetch()
    const { 'clear-site-data': told, ...headers } = response.headers()
    expect(told).toContain('"storage"')
    await route.fulfill({ response, headers })
  })
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('searches ')))
  await page.goto('/explore')
  await page.getByRole('searchbox', { name: 'Search notes' }).fill('heaps')
  await page.keyboard.press('Enter')
  await expect.poll(kept).not.toEqual([])
  await page.goto(privacy)
  await page.getByRole('button', { name: 'Delete account…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel(/Type your username/).fill('lea.leaving')
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page.getByText('Everything has been deleted')).toBeVisible()
  expect(await kept()).toEqual([])
})

test('an unknown deletion is reported as none, without a word about an account', async ({
  page,
  expectAccessible,
}) => {
  await page.goto('/goodbye?deletion=01999999-9999-7999-8999-999999999999')
  await expect(page.getByText('This link has expired.')).toBeVisible()
  await expectAccessible(page)
})

test('a menu that a key opens is named by its button, and begins at its first entry', async ({ openAs }) => {
  const { page } = await openAs('key.menus')
  await page.goto('/explore')
  const button = page.getByRole('button', { name: /^Your account/ })
  await button.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('menu', { name: /^Your account/ })
  await expect(menu.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(menu.getByRole('menuitem').nth(1)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(button).toBeFocused()
})
