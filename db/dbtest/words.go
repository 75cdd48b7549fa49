package dbtest

import "strings"

// The parts of generated prompts.
var (
	subjects = lines(`paper boats|a fox in the snow|an old lighthouse|a night market|a dancer in red silk|a cat on a window sill|
		two bees on lavender|a marble statue|a tram full of people|a kite above the dunes|a whale under the ice|a row of lanterns|
		a potter at her wheel|a train through barley fields|an astronaut in a greenhouse|a glass of water|children on a swing|
		a violin on a chair|a bakery at five in the morning|an owl in a barn|a bicycle courier|a map on a wooden table|
		a chess game in the park|a hot air balloon|a river of fog|a fishing boat|the harbour cranes|a field of sunflowers`)
	places = lines(`on a canal in Zürich|in a narrow street of Kyoto|at the coast of Normandy|under a railway bridge|on a rooftop|
		in a desert valley|beside a frozen lake|in an empty cinema|on the steps of a museum|in a birch forest|above the clouds|
		in a café near the Opéra|at the edge of a volcano|behind a rainy window|in the garden of a monastery|on a ferry`)
	lights = lines(`golden hour|blue hour|soft overcast light|neon and wet asphalt|candle light|harsh noon sun|moonlight|first snow|
		northern lights|storm clouds|backlit dust|fluorescent tubes|sunrise through mist|firelight`)
	cameras = lines(`slow pan to the left|static wide shot|handheld close-up|drone rising straight up|dolly in|50mm, shallow depth of field|
		macro lens|long exposure|35mm film grain|anamorphic flare|tracking shot from behind|time lapse|tilt-shift|fish-eye`)
	styles = lines(`photorealistic|watercolour|ink on rough paper|stop motion|claymation|woodcut|1970s documentary|charcoal sketch|
		low poly|stained glass|cross-stitch|oil painting, thick strokes|pixel art|botanical plate`)
	extras = lines(`no people|quiet mood|playful|melancholic|in the style of a children's book|with a single red umbrella|muted colours|
		high contrast|pastel palette|symmetrical composition|negative space at the top|birds crossing the frame|steam rising`)

	chinese = lines(`纸船在运河上漂流|雪地里的狐狸|古老的灯塔|夜市的灯笼|窗台上的猫|穿过麦田的火车|山间的晨雾|雨后的霓虹街道|
		湖面上的渔船|樱花树下的小路|沙漠中的旅人|海边的风筝|金色的黄昏|缓慢的镜头向左移动|水墨画风格|安静的氛围`)
	japanese = lines(`運河に浮かぶ紙の船|雪の中の狐|灯台と嵐の海|夜市の提灯|窓辺の猫|霧の中の列車|桜並木の小道|ネオンの濡れた路地|
		ゆっくりと左へパン|静かな雰囲気|水彩画のタッチ|夕暮れの光`)
	korean  = lines(`운하 위의 종이배|눈 속의 여우|오래된 등대|야시장의 등불|창가의 고양이|안개 낀 아침|비 내린 거리의 네온|조용한 분위기`)
	russian = lines(`бумажные кораблики на канале|лиса в снегу|старый маяк|ночной рынок|воздушный шар над морем|туман над рекой|
		золотой час|медленная панорама|акварель|тихое настроение`)
	german = lines(`Papierschiffchen auf einem Kanal|ein Fuchs im Schnee|Straßenbahn über die Brücke|Töpferin an der Drehscheibe|
		goldene Stunde|Nebel über dem Fluss|Schwenk nach links, langsam|Grüße aus Köln|Schwäne vor dem Schloss`)
	french = lines(`bateaux en papier sur le canal|un renard dans la neige|le vieux phare|marché de nuit à Évian|garçon au café|
		lumière dorée|brouillard sur la rivière|travelling lent|façade en pierre`)
	arabic   = lines(`قوارب ورقية في القناة|ثعلب في الثلج|منارة قديمة|سوق ليلي|ضوء ذهبي|ضباب فوق النهر`)
	tagNames = lines(`coast|night|draft|client A|client B|portfolio|loop|title card|texture|sky|water|people|animals|city|forest|reject|
		approved|to edit|hero shot|b-roll|winter|summer|autumn|spring|Kyōto|Zürich|夜景|猫|море|golden hour|macro|abstract|
		reference|storyboard|chapter 1|chapter 2|chapter 3|print|web|social|intro|outro|test`)
	noteTexts = lines(`the hands are wrong in the last second|use this one for the title|ask Mira before it goes out|best of the four|
		colour shifts at 3 s|keep for the winter campaign|needs a longer tail|looks like the Rhône at dawn`)
	clipModels    = []string{"clip-2.6", "clip-3.0", "clip-3.0-fast"}
	pictureModels = []string{"image-1.5", "image-2.0", "image-2.0-edit"}
)

// lines splits a list at its bars.
func lines(s string) []string {
	all := strings.Split(s, "|")
	for i := range all {
		all[i] = strings.TrimSpace(all[i])
	}
	return all
}
