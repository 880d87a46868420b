CREATE TABLE `organization_words` (
	`word` text NOT NULL,
	`organization_id` text NOT NULL,
	PRIMARY KEY(`word`, `organization_id`),
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `organization_words_by_organization` ON `organization_words` (`organization_id`);
--> statement-breakpoint
WITH RECURSIVE `parts`(`id`, `word`, `rest`) AS (
	SELECT `id`, '', lower(replace(replace(replace(`name`, '''', ''), '.', ''), '-', ' ')) || ' ' FROM `organizations`
	UNION ALL SELECT `id`, substr(`rest`, 1, instr(`rest`, ' ') - 1), substr(`rest`, instr(`rest`, ' ') + 1) FROM `parts` WHERE `rest` <> ''
)
INSERT OR IGNORE INTO `organization_words` (`word`, `organization_id`) SELECT substr(`word`, 1, 32), `id` FROM `parts` WHERE `word` <> '';
