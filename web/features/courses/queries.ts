import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { courses, type Section, suggestAfter } from '#shared/api/courses.ts'
import { asSearch } from '#shared/api/fields.ts'
import { call } from '#web/lib/api.ts'

export const courseQuery = (id: number) =>
  queryOptions({
    queryKey: [courses.get.path, id],
    queryFn: async ({ signal }) => (await call(courses.get, { params: { id } }, { signal })).course,
    meta: { offline: true },
  })

/** Courses to pick from, by code or name. */
export const courseSuggestionsQuery = (text: string) =>
  queryOptions({
    queryKey: [courses.suggest.path, text],
    queryFn: async ({ signal }) => (await call(courses.suggest, { query: { text } }, { signal })).data,
    staleTime: 5 * 60_000,
  })

/** A course's sections that match the text, or all; without a course, any that match. */
export const courseSectionsQuery = (text: string, courseId: number | undefined) =>
  queryOptions({
    queryKey: [courses.suggestSections.path, text, courseId],
    queryFn: async ({ signal }): Promise<Section[]> =>
      (await call(courses.suggestSections, { query: { text, course_id: courseId } }, { signal })).data,
    staleTime: 5 * 60_000,
  })

/** Sections to pick from, by CRN or title, once enough is typed. */
export const sectionSuggestionsQuery = (text: string) =>
  queryOptions({
    ...courseSectionsQuery(text, undefined),
    enabled: text.length > suggestAfter.otherPickers,
  })

/** Names of schools to pick from, once enough is typed. */
export const schoolSuggestionsQuery = (text: string) =>
  queryOptions({
    queryKey: [courses.suggestSchools.path, text],
    queryFn: async ({ signal }) =>
      (await call(courses.suggestSchools, { query: { text: asSearch(text) } }, { signal })).data.map(
        ({ name }) => name,
      ),
    enabled: text.length > suggestAfter.formFields,
    staleTime: 5 * 60_000,
  })

/** The latest terms of a school, or of all. */
export const termsQuery = (school: string | undefined) =>
  queryOptions({
    queryKey: [courses.terms.path, school],
    queryFn: async ({ signal }) => (await call(courses.terms, { query: { school } }, { signal })).terms,
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  })

/** The latest people who shared notes for a course and can be booked. */
export const courseTutorsQuery = (id: number) =>
  queryOptions({
    queryKey: [courses.tutors.path, id],
    queryFn: async ({ signal }) => (await call(courses.tutors, { params: { id } }, { signal })).tutors,
  })
