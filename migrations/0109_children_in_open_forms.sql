-- Submissions that were open before forms registered children and guests have no list of them, so who is accepted or pays later would play nowhere.
WITH `open_ones` AS (
	SELECT `id`, `form_id`, `version`, `user_id`, `guest_id`, `answers` FROM `submissions`
		WHERE `guests` IS NULL AND `state` IN ('asked', 'waiting', 'paying', 'ended') AND (`user_id` IS NOT NULL OR `guest_id` IS NOT NULL)
), `named` AS (
	SELECT `s`.`id` AS `submission`, `answer`.`value` AS `answers`,
		(SELECT `inner`.`value` FROM json_each(`field`.`value`, '$.fields') `inner` WHERE `inner`.`value`->>'kind' = 'shortText' ORDER BY `inner`.`key` LIMIT 1) AS `only`,
		(SELECT `inner`.`value` FROM json_each(`field`.`value`, '$.fields') `inner` WHERE `inner`.`value`->>'kind' = 'shortText'
			AND `inner`.`value`->>'label' LIKE '%first name%' ORDER BY `inner`.`key` LIMIT 1) AS `first`,
		(SELECT `inner`.`value` FROM json_each(`field`.`value`, '$.fields') `inner` WHERE `inner`.`value`->>'kind' = 'shortText'
			AND (`inner`.`value`->>'label' LIKE '%last name%' OR `inner`.`value`->>'label' LIKE '%family name%') ORDER BY `inner`.`key` LIMIT 1) AS `last`
	FROM `open_ones` `s` JOIN `form_versions` `v` ON `v`.`form_id` = `s`.`form_id` AND `v`.`number` = `s`.`version`
		CROSS JOIN json_each(`v`.`content`, '$.pages') `page` CROSS JOIN json_each(`page`.`value`, '$.fields') `field`
		CROSS JOIN json_each(`s`.`answers`, '$.' || (`field`.`value`->>'id')) `answer`
	WHERE `field`.`value`->>'kind' = 'group' AND `answer`.`type` = 'object' AND `s`.`user_id` IS NOT NULL
), `children` AS (
	SELECT `submission`, `answers`, CASE WHEN `first`->>'id' <> `last`->>'id'
			THEN trim(coalesce(`answers`->>(`first`->>'id'), '') || ' ' || coalesce(`answers`->>(`last`->>'id'), ''))
			ELSE trim(`answers`->>(`only`->>'id')) END AS `name`
	FROM `named` WHERE CASE WHEN `first`->>'id' <> `last`->>'id' THEN coalesce(`first`->>'seenBy', '') <> 'owner' AND coalesce(`last`->>'seenBy', '') <> 'owner'
		ELSE coalesce(`only`->>'seenBy', '') <> 'owner' END
), `listed` AS (
	SELECT `s`.`id` AS `submission`, `s`.`guest_id` AS `id`, NULL AS `name`, json_group_array(DISTINCT `o`.`ref_id`) AS `refs`
		FROM `open_ones` `s` JOIN `submission_options` `o` ON `o`.`submission_id` = `s`.`id`
		WHERE `s`.`guest_id` IS NOT NULL AND `o`.`ref_id` IS NOT NULL AND json_type(`s`.`answers`, '$.' || `o`.`field_id`) IS NOT NULL GROUP BY `s`.`id`
	UNION ALL
	SELECT `c`.`submission`, lower(hex(randomblob(16))), min(`c`.`name`), json_group_array(DISTINCT `o`.`ref_id`)
		FROM `children` `c` JOIN `submission_options` `o` ON `o`.`submission_id` = `c`.`submission`
		WHERE length(`c`.`name`) BETWEEN 1 AND 60 AND `o`.`ref_id` IS NOT NULL AND EXISTS (
			SELECT 1 FROM json_each(`c`.`answers`, '$.' || `o`.`field_id`) `chosen`
			WHERE `o`.`option_id` = CASE `chosen`.`type` WHEN 'object' THEN `chosen`.`value`->>'option' ELSE `chosen`.`value` END)
		GROUP BY `c`.`submission`, lower(`c`.`name`)
)
UPDATE `submissions` SET `guests` = `found`.`guests`
	FROM (SELECT `submission`, json_group_array(json_object('id', `id`, 'name', `name`, 'refIds', json(`refs`))) AS `guests` FROM `listed` GROUP BY `submission`) `found`
	WHERE `found`.`submission` = `submissions`.`id`;
