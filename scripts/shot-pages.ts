import type { Page } from '@playwright/test'
import type { Subjects } from './shot-subjects.ts'

/** A picture of a page: as Maya Chen, unless it says whose. */
export type Shot = {
  name: string
  path: string
  visitor?: boolean
  /** As the local Ignite's operator. */
  operator?: boolean
  /** As somebody who teaches, and has earned. */
  tutor?: boolean
  /** The whole page, not only the visible part, except for lists that draw only what is near. */
  whole?: boolean
  prepare?: (page: Page) => Promise<void>
}

/** All pages, in the order of their pictures; `subjects` are what they show. */
export function shotPages(subjects: Subjects): Shot[] {
  const { postId, reportedId, bookableId, courseId, bookingId, paidId, sessionId, conversationId, boardId } =
    subjects
  return [
    { name: 'landing', path: '/', visitor: true, whole: true },
    { name: 'login', path: '/login', visitor: true },
    { name: 'age', path: '/age?next=%2Fexplore&provider=google', visitor: true },
    { name: 'sign-in-page', path: '/login', visitor: true, prepare: openProvider },
    { name: 'explore', path: '/explore' },
    { name: 'explore-list', path: '/explore', prepare: page => rememberView(page, 'list') },
    { name: 'search', path: '/search?text=notes&type=posts' },
    { name: 'search-pages', path: '/search?text=function&type=pages' },
    { name: 'search-nothing', path: '/search?text=zzzzzz&type=posts' },
    { name: 'post', path: `/ignite/${postId}` },
    { name: 'course', path: `/courses/${courseId}`, whole: true },
    { name: 'course-visitor', path: `/courses/${courseId}`, visitor: true, whole: true },
    { name: 'read', path: `/read/${postId}` },
    { name: 'study-panel', path: `/read/${postId}?panel=open` },
    { name: 'study-answer', path: `/read/${postId}?panel=open`, prepare: askSomething },
    { name: 'study-course', path: `/study/${courseId}` },
    { name: 'study-materials', path: `/ignite/${postId}`, prepare: openMaterials },
    { name: 'book-time', path: `/ignite/${bookableId}?book=time`, prepare: pickSlot },
    { name: 'book-summary', path: `/ignite/${bookableId}?book=time`, prepare: openSummary },
    { name: 'book-nothing', path: `/ignite/${bookableId}?book=summary`, prepare: seeDialog },
    { name: 'booking', path: `/booking/${bookingId}`, whole: true },
    { name: 'receipt', path: `/receipt/${paidId}`, whole: true },
    { name: 'upload', path: '/explore', prepare: openUpload },
    { name: 'search-people', path: '/search?type=people' },
    { name: 'profile', path: '/profile' },
    { name: 'profile-saved', path: '/profile?tab=saved' },
    { name: 'profile-other', path: '/profile/grace.kim' },
    { name: 'profile-followers', path: '/profile/grace.kim?list=followers' },
    { name: 'followers', path: '/profile/grace.kim/followers' },
    { name: 'schedule', path: '/schedule', tutor: true, whole: true },
    { name: 'schedule-dialog', path: '/profile', prepare: openHours },
    { name: 'tutors', path: '/tutors', whole: true },
    { name: 'tutors-course', path: `/tutors?course=${courseId}&when=tomorrow` },
    { name: 'tutors-nobody', path: '/tutors?when=weekend&most=1' },
    { name: 'tutors-summary', path: '/tutors', prepare: openSlot },
    { name: 'sessions', path: '/profile?tab=sessions' },
    { name: 'session', path: `/sessions/${sessionId}`, whole: true },
    { name: 'session-invite', path: `/sessions/${sessionId}?show=invite`, prepare: seeDialog },
    { name: 'session-edit', path: `/sessions/${sessionId}/edit`, whole: true },
    { name: 'session-create', path: '/sessions/create', whole: true },
    { name: 'settings-profile', path: '/profile/settings?tab=profile', whole: true },
    { name: 'settings-schedule', path: '/profile/settings?tab=schedule', whole: true },
    { name: 'settings-account', path: '/profile/settings?tab=account', whole: true },
    { name: 'settings-privacy', path: '/profile/settings?tab=privacy', whole: true },
    { name: 'welcome-you', path: '/welcome', whole: true },
    { name: 'welcome-classes', path: '/welcome?step=classes', whole: true },
    { name: 'welcome-people', path: '/welcome?step=people', whole: true },
    { name: 'faq', path: '/faq', visitor: true },
    { name: 'faq-search', path: '/faq?text=refund', visitor: true },
    { name: 'faq-contact', path: '/faq?contact=1', visitor: true, prepare: seeDialog },
    { name: 'terms', path: '/terms', visitor: true, whole: true },
    { name: 'privacy', path: '/privacy', visitor: true, whole: true },
    { name: 'honor-code', path: '/honor-code', visitor: true, whole: true },
    { name: 'copyright', path: '/copyright', visitor: true, whole: true },
    { name: 'delete-account', path: '/profile/settings?tab=privacy', prepare: openDeletion },
    { name: 'goodbye', path: `/goodbye?deletion=${postId}`, visitor: true },
    { name: 'report', path: `/ignite/${reportedId}`, prepare: page => openMore(page, 'Report post') },
    { name: 'block', path: `/ignite/${reportedId}`, prepare: page => openMore(page, 'Block author') },
    { name: 'admin-reports', path: '/admin', operator: true },
    { name: 'admin-hide', path: '/admin', operator: true, prepare: openHide },
    { name: 'admin-people', path: '/admin?tab=people&text=a', operator: true },
    { name: 'admin-audit', path: '/admin?tab=audit', operator: true },
    { name: 'admin-support', path: '/admin?tab=support', operator: true },
    { name: 'alerts', path: '/notifications' },
    { name: 'alerts-unread', path: '/notifications?tab=unread' },
    { name: 'settings-notifications', path: '/profile/settings?tab=notifications', whole: true },
    { name: 'unsubscribe', path: '/unsubscribe?token=old', visitor: true },
    { name: 'meetings', path: '/meeting' },
    { name: 'messages', path: '/messages' },
    { name: 'conversation', path: `/messages/${conversationId}` },
    { name: 'boards', path: '/whiteboard' },
    { name: 'board', path: `/whiteboard/${boardId}` },
    { name: 'meetings-passed', path: '/meeting?tab=passed' },
    { name: 'wallet', path: '/profile/wallet', tutor: true, whole: true },
    { name: 'wallet-transactions', path: '/profile/wallet?tab=transactions', tutor: true, whole: true },
    { name: 'room-closed', path: `/meeting/live/${postId}` },
    { name: 'not-found', path: '/nowhere' },
    { name: 'mailbox', path: '/local/mail' },
    { name: 'reference', path: '/api/reference' },
  ]
}

async function openProvider(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Google/ }).click()
  await page.waitForURL(/\/local\/identity\//)
}

/** As somebody sees the page who chose this view before; only this page, not the ones after it in its browser. */
async function rememberView(page: Page, view: string): Promise<void> {
  await page.addInitScript(choice => {
    const read = Storage.prototype.getItem
    Storage.prototype.getItem = function (key) {
      return key === 'feed-view' ? choice : read.call(this, key)
    }
  }, view)
  await page.reload()
}

async function openUpload(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create', exact: true }).filter({ visible: true }).click()
  await page.getByText('Upload Content').click()
}

async function seeDialog(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor()
}

async function openSlot(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /, with / })
    .first()
    .click()
  await page.getByRole('dialog', { name: 'Order Summary' }).getByText('Total amount').waitFor()
}

async function openHours(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit hours' }).click()
  await seeDialog(page)
}

async function openDeletion(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Delete account…' }).click()
  await seeDialog(page)
}

async function askSomething(page: Page): Promise<void> {
  await page.getByLabel('Ask about this document').fill('What are these notes about?')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Copy answer' }).waitFor()
}

async function openMaterials(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Study materials for/ }).click()
  await page.getByRole('heading', { name: 'Choose a document' }).waitFor()
}

async function openMore(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: /^More(:|$)/ }).click()
  await page.getByRole('menuitem', { name: entry }).click()
  await seeDialog(page)
}

async function openHide(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Hide post' }).first().click()
  await seeDialog(page)
}

async function pickSlot(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /, free$/ })
    .first()
    .click()
}

async function openSummary(page: Page): Promise<void> {
  await pickSlot(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('checkbox').waitFor()
}
