// The types of openapi.yaml: written by npm run openapi.

export interface paths {
    "/api/v1/analyze-vibe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Analyse the style of a picture
         * @description Measures the colours of a picture and how it fits a social platform. The built-in analyser is deterministic: the same picture gives the same style. Its answer goes unchanged into build-sparkpage. Equal work is done once.
         */
        post: operations["analyzeVibe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/build-sparkpage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Build a landing page from a style
         * @description Returns one self-contained HTML page in light and dark whose colours keep WCAG AA contrast for any palette, and its CSS variables. The same request gives the same bytes. With `Accept: text/html` the answer is the page itself, with `Accept: text/css` its variables.
         */
        post: operations["buildSparkpage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/capture-media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write a script that captures a page in 4K
         * @description Returns a script that photographs (png) or films (mp4, 60 frames a second, no frame dropped) any page with a real browser on your machine, and its configuration. The service itself captures nothing. With `Accept: text/javascript` the answer is the script as a download.
         */
        post: operations["captureMedia"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/export/txt/{type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a listing as text
         * @description A readable report in UTF-8 as a download, newest first; `api-spec` lists every endpoint of the service.
         */
        get: operations["exportTxt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/export/pdf/{type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a listing as a page to print
         * @description An HTML page made for printing or for "save as PDF": page numbers, repeating table heads, colour swatches.
         */
        get: operations["exportPdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report service health
         * @description Answers as long as the process does: no key, no rate limit, no database on its path. While the process drains it answers 503 with status `draining`.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return system statistics
         * @description With ADMIN_TOKEN set it takes that bearer token; without one it answers only to the machine itself. The same figures come as Prometheus text from /api/admin/metrics, which is kept from others alike.
         */
        get: operations["getStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description One thing to mend in a request. */
        Fault: {
            /** @description JSON pointer (RFC 6901) into the body, or /query/… or /path/…. */
            pointer: string;
            /**
             * @description Stable word for the kind of fault.
             * @enum {string}
             */
            code: "required" | "wrong_type" | "not_allowed" | "out_of_range" | "too_long" | "too_many" | "too_deep" | "malformed" | "forbidden_name" | "unknown_word" | "unknown_member" | "truncated";
            /** @description What to send instead. */
            message: string;
            /** @description The words that are allowed. */
            allowed?: string[];
        };
        /**
         * @description RFC 9457 problem document.
         * @example {
         *       "type": "/problems/invalid_request",
         *       "title": "The request breaks the contract",
         *       "status": 400,
         *       "detail": "/target_url: Send target_url: it is required.",
         *       "instance": "/api/v1/capture-media",
         *       "success": false,
         *       "code": "invalid_request",
         *       "request_id": "5f0c9d1e-7b52-4a43-9f2c-0d1f6f3b8a10",
         *       "errors": [
         *         {
         *           "pointer": "/target_url",
         *           "code": "required",
         *           "message": "Send target_url: it is required."
         *         }
         *       ]
         *     }
         */
        Problem: {
            /** @description Address of the page about this problem. */
            type: string;
            /** @description The kind of problem in a few words. */
            title: string;
            /**
             * Format: int32
             * @description The HTTP status.
             */
            status: number;
            /** @description What happened this time and what to do. */
            detail: string;
            /** @description The path that was asked. */
            instance: string;
            /**
             * @description Always false.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description Stable word for the kind of problem.
             * @enum {string}
             */
            code: "invalid_json" | "invalid_request" | "malformed_request" | "unauthorized" | "forbidden" | "host_refused" | "not_found" | "method_not_allowed" | "request_timeout" | "body_too_large" | "uri_too_long" | "unsupported_media_type" | "headers_too_large" | "source_invalid" | "source_refused" | "source_unreachable" | "source_http_error" | "source_timeout" | "source_too_large" | "source_too_many_pixels" | "picture_too_large" | "source_not_picture" | "source_unsupported" | "source_mismatch" | "provider_unknown" | "provider_key_rejected" | "provider_rate_limited" | "rate_limited" | "internal_error" | "video_unavailable" | "provider_failed" | "provider_unavailable" | "provider_timeout" | "overloaded";
            /** @description The x-request-id of this answer. */
            request_id: string;
            /** @description Every fault of the request at once; of more than 20 the first, and an entry that counts the others. */
            errors?: components["schemas"]["Fault"][];
        };
        /** @description Width and height, px. */
        Size: {
            /**
             * Format: int32
             * @description From left to right.
             */
            width: number;
            /**
             * Format: int32
             * @description From top to bottom.
             */
            height: number;
        };
        /** @description An upright part of a picture. */
        Box: {
            /**
             * Format: int32
             * @description Left edge, from the left.
             */
            x: number;
            /**
             * Format: int32
             * @description Upper edge, from the top.
             */
            y: number;
            /**
             * Format: int32
             * @description From left to right.
             */
            width: number;
            /**
             * Format: int32
             * @description From top to bottom.
             */
            height: number;
        };
        /** @description The colour in OKLCH (Ottosson 2020). */
        PaletteColorOklch: {
            /** @description Lightness. */
            l: number;
            /** @description Chroma. */
            c: number;
            /** @description Hue in degrees; 0 for greys. */
            h: number;
        };
        /** @description A colour of the picture and where it stands. */
        PaletteColor: {
            /**
             * @description sRGB colour, #RRGGBB in upper case.
             * @example #6D28D9
             */
            hex: string;
            /** @description Share of the visible pixels that lie nearest to this colour; the shares add up to 1. */
            share: number;
            oklch: components["schemas"]["PaletteColorOklch"];
            /**
             * @description What the colour is in the picture.
             * @enum {string}
             */
            role: "background" | "surface" | "text" | "primary" | "secondary" | "accent" | "support";
            /** @description Name of the colour in the ISCC–NBS dictionary, unique within the palette: the nearest by ΔE00 that no earlier colour has. */
            name: string;
            /** @description WCAG 2.2 contrast ratio to #FFFFFF. */
            contrast_white: number;
            /** @description WCAG 2.2 contrast ratio to #000000. */
            contrast_black: number;
        };
        /** @description Colours ready for use: text on background and surface, on_x on x have a WCAG contrast of at least 4.5:1. */
        Roles: {
            /**
             * @description sRGB colour, #RRGGBB in upper case.
             * @example #6D28D9
             */
            background: string;
            /**
             * @description sRGB colour, #RRGGBB in upper case.
             * @example #6D28D9
             */
            surface: string;
            /**
             * @description sRGB colour, #RRGGBB in upper case.
             * @example #6D28D9
             */
            text: string;
            /**
             * @description sRGB colour, #RRGGBB in upper case.
             * @example #6D28D9
             */
            primary: string;
            /**
             * @description sRGB colour, #RRGGBB in upper case.
             * @example #6D28D9
             */
            on_primary: string;
            /**
             * @description sRGB colour, #RRGGBB in upper case.
             * @example #6D28D9
             */
            secondary: string;
            /**
             * @description sRGB colour, #RRGGBB in upper case.
             * @example #6D28D9
             */
            accent: string;
            /**
             * @description sRGB colour, #RRGGBB in upper case.
             * @example #6D28D9
             */
            on_accent: string;
        };
        /** @description Facts of the input. */
        Media: {
            /**
             * @description What was analysed.
             * @enum {string}
             */
            type: "image" | "video";
            /**
             * @description Format by the bytes, whatever was declared.
             * @enum {string}
             */
            format: "jpeg" | "png" | "webp" | "avif" | "gif" | "tiff" | "svg" | "mp4" | "mov" | "webm" | "mkv";
            /**
             * Format: int32
             * @description Width of the upright picture, px.
             */
            width: number;
            /**
             * Format: int32
             * @description Height of the upright picture, px.
             */
            height: number;
            /**
             * Format: int64
             * @description Size of the file, bytes.
             */
            bytes: number;
            /**
             * Format: int64
             * @description Frames of the file; of an animation the first one is analysed, of a video its keyframes.
             */
            frames: number;
            /** @description Whether the file has an alpha channel. */
            alpha: boolean;
            /**
             * Format: int32
             * @description EXIF orientation that was undone.
             */
            orientation: number;
            /** @description Colour space of the file before conversion to sRGB. */
            color_space: string;
            /** @description SHA-256 of the file. */
            sha256: string;
        };
        /** @description How the picture fits the target platform. */
        PlatformFit: {
            /**
             * @description The target platform.
             * @enum {string}
             */
            name: "instagram_reels" | "youtube_shorts" | "web_16_9";
            canvas: components["schemas"]["Size"];
            /** @description Whether the aspect ratios differ by less than 1 %. */
            aspect_match: boolean;
            /** @description Whether the crop has at least the pixels of the canvas. */
            min_resolution_ok: boolean;
            crop: components["schemas"]["Box"];
            safe_area: components["schemas"]["Box"];
            /** @description Whether the focal point lies in the safe area once the crop fills the canvas. */
            focal_in_safe_area: boolean;
            /** @description What to do, in words. */
            advice: string[];
        };
        /** @description The colour. */
        ColorTokenValue: {
            /**
             * @description Always srgb.
             * @enum {string}
             */
            colorSpace: "srgb";
            /** @description Red, green and blue, 0 to 1. */
            components: number[];
            /** @description The same colour for older tools. */
            hex: string;
        };
        /** @description A colour token; its $type stands on the group. */
        ColorToken: {
            $value: components["schemas"]["ColorTokenValue"];
        };
        /** @description The colours. */
        TokensColor: {
            /**
             * @description Kind of all tokens of this group.
             * @enum {string}
             */
            $type: "color";
            background: components["schemas"]["ColorToken"];
            surface: components["schemas"]["ColorToken"];
            text: components["schemas"]["ColorToken"];
            primary: components["schemas"]["ColorToken"];
            on_primary: components["schemas"]["ColorToken"];
            secondary: components["schemas"]["ColorToken"];
            accent: components["schemas"]["ColorToken"];
            on_accent: components["schemas"]["ColorToken"];
            /** @description The palette in its order, counted from 1. */
            palette: {
                [key: string]: components["schemas"]["ColorToken"];
            };
        };
        /** @description Roles and palette as a design tokens file (Design Tokens Community Group, Format and Color modules 2025.10). */
        Tokens: {
            color: components["schemas"]["TokensColor"];
        };
        /** @description Part between two cuts. */
        VideoScenesItem: {
            /** @description First moment. Seconds. */
            start: number;
            /** @description Last moment. Seconds. */
            end: number;
        };
        /** @description Facts of a video. */
        Video: {
            /** @description Length as the file says, or up to its last keyframe; 0 for a still picture. Seconds. */
            duration: number;
            /** @description Frames a second; 0 when it has no steady rate. */
            fps: number;
            /**
             * Format: int32
             * @description Width of the upright frame, px.
             */
            width: number;
            /**
             * Format: int32
             * @description Height of the upright frame, px.
             */
            height: number;
            /** @description Codec of the frames, as ffmpeg names it. */
            codec: string;
            /**
             * Format: int32
             * @description Keyframes that were measured, together.
             */
            frames: number;
            /** @description Parts between cuts, told by keyframes that differ. Only at depth high. */
            scenes?: components["schemas"]["VideoScenesItem"][];
        };
        /** @description How colourful the picture is. */
        StyleMetadataColorfulness: {
            /** @description Metric M3 of Hasler and Süsstrunk (2003). */
            value: number;
            /**
             * @description Their word for the value.
             * @enum {string}
             */
            label: "none" | "slight" | "moderate" | "average" | "quite" | "high" | "extreme";
        };
        /** @description How warm the colours feel. */
        StyleMetadataTemperature: {
            /** @description Warm–cool factor of Ou et al. (2004), −0.5 + 0.02 C*^1.07 cos(h − 50°), mean by area; above 0 is warm. */
            value: number;
            /**
             * @description The value in a word: warm above 0.2, cool below -0.7, as a grey has -0.5.
             * @enum {string}
             */
            label: "cool" | "neutral" | "warm";
        };
        /** @description The vision-model provider. Only with an api_key that has one. */
        StyleMetadataAnalysisProvider: {
            /**
             * @description Who was asked.
             * @enum {string}
             */
            name: "openai" | "anthropic" | "gemini" | "openrouter";
            /** @description Its model. */
            model: string;
            /**
             * @description How it ended; after all but answered, every word is measured.
             * @enum {string}
             */
            outcome: "answered" | "key_rejected" | "rate_limited" | "refused" | "unusable" | "unavailable" | "timeout";
            /**
             * Format: int32
             * @description Seconds that the provider asks for.
             */
            retry_after?: number;
        };
        /** @description How the style was found. */
        StyleMetadataAnalysis: {
            /** @description Id of the analysis record, derived from the picture and the options. */
            id: string;
            /**
             * @description builtin: everything is measured. A provider: its model wrote the words; the rest is measured.
             * @enum {string}
             */
            engine: "builtin" | "openai" | "anthropic" | "gemini" | "openrouter";
            provider?: components["schemas"]["StyleMetadataAnalysisProvider"];
            /**
             * @description How much was measured.
             * @enum {string}
             */
            depth: "low" | "medium" | "high";
            sampled: components["schemas"]["Size"];
            /** @description Version of the analyser. */
            version: string;
            /** @description What the caller should know. */
            warnings: string[];
        };
        /** @description Colour harmony (Cohen-Or et al. 2006). Not at depth low. */
        StyleMetadataHarmony: {
            /** @description The narrowest template whose sectors are within 2° of the hues on average. i: one hue; I: opposite hues; V: neighbouring hues; L: neighbouring hues and one across; Y: neighbouring hues and their opposite; T: half the wheel; X: two opposite groups; N: greys. */
            template: string;
            /** @description The template in words. */
            name: string;
            /**
             * Format: int32
             * @description Hue of the middle of the first sector, degrees of the HSV wheel, in steps of 3.
             */
            angle: number;
            /** @description Part of the colours, by area and chroma, that lies within the sectors. */
            fit: number;
        };
        /** @description What the colours feel like, on the axes of Ou et al. (2004). Not at depth low. */
        StyleMetadataMood: {
            /** @description −2.1 + 0.06 √((L* − 50)² + (a* − 3)² + ((b* − 17) / 1.4)²), mean by area; above 0 is active. */
            activity: number;
            /** @description −1.8 + 0.04 (100 − L*) + 0.45 cos(h − 100°), mean by area; above 0 is heavy. */
            weight: number;
            /** @description The same as temperature.value. */
            heat: number;
            /** @description Words that people most probably choose for a picture of this weight, heat, colourfulness, contrast, brightness, edge density and negative space, most probable first. */
            words: string[];
        };
        /** @description A hint for type that goes with the picture. Not at depth low. */
        StyleMetadataTypography: {
            /**
             * @description Kind of letters that people find fit for the first word of the mood (Shaikh et al. 2006).
             * @enum {string}
             */
            category: "sans" | "serif" | "mono" | "slab" | "round" | "script" | "condensed";
        };
        /** @description How much goes on. Not at depth low. */
        StyleMetadataComplexity: {
            /** @description Shannon entropy (1948) of the luma in 256 levels, bits. */
            entropy: number;
            /** @description Part of the pixels of the sample whose luma (BT.709) differs by 24 of 255 or more from the next to the right or below. */
            edge_density: number;
            /**
             * @description The edge density in a word: simple up to 0.06, detailed from 0.2.
             * @enum {string}
             */
            label: "simple" | "moderate" | "detailed";
        };
        /** @description How the picture is laid out. Not at depth low. */
        StyleMetadataComposition: {
            /** @description exp(−D² / 2 · 0.17²), D from the focal point to the nearest crossing of the lines at one and two thirds, sides added (Liu et al. 2010). */
            thirds: number;
            /** @description Part of the picture outside of what stands out, where the luma deviates by less than 6 of 255 within a cell. */
            negative_space: number;
            /**
             * @description The side whose outer third is at least 85 % negative space, the emptiest: room for text.
             * @enum {string}
             */
            clear_side: "none" | "left" | "right" | "top" | "bottom";
        };
        /** @description Centre of the subject in the upright frame: of the regions that are enclosed by an edge (minimum barrier distance, Zhang et al. 2015) and unlike the border (Wei et al. 2012) the large, odd and central one; the middle when nothing stands out. In a video, of its middle frame. Not at depth low. */
        StyleMetadataFocalPoint: {
            /** @description From the left. */
            x: number;
            /** @description From the top. */
            y: number;
        };
        /** @description Style of the picture. The same picture gives the same bytes. */
        StyleMetadata: {
            /** @description The colours a designer would pick, most important first, pairwise ΔE00 of at least 5. */
            colors: string[];
            /** @description The same colours first, then further ones in the order of selection, until they cover the picture. */
            palette: components["schemas"]["PaletteColor"][];
            roles: components["schemas"]["Roles"];
            /** @description Mean OKLab lightness. */
            brightness: number;
            /** @description RMS contrast: standard deviation of the relative luminance (Peli 1990). */
            contrast: number;
            colorfulness: components["schemas"]["StyleMetadataColorfulness"];
            temperature: components["schemas"]["StyleMetadataTemperature"];
            media: components["schemas"]["Media"];
            platform: components["schemas"]["PlatformFit"];
            analysis: components["schemas"]["StyleMetadataAnalysis"];
            tokens?: components["schemas"]["Tokens"];
            /** @description Mean OKLCH chroma, 1 at 0.4. Not at depth low. */
            saturation?: number;
            harmony?: components["schemas"]["StyleMetadataHarmony"];
            /**
             * @description The scheme that suits the picture. Not at depth low.
             * @enum {string}
             */
            scheme?: "light" | "dark";
            mood?: components["schemas"]["StyleMetadataMood"];
            typography?: components["schemas"]["StyleMetadataTypography"];
            /**
             * @description Shapes of the picture: sharp when 75 % of its edges (Sobel) are within 15° of upright or level, round up to 50 %; soft between and without edges. Not at depth low.
             * @enum {string}
             */
            corners?: "sharp" | "soft" | "round";
            /**
             * @description Room between things: compact when the picture is detailed, airy when it is simple and 60 % of it is negative space. Not at depth low.
             * @enum {string}
             */
            density?: "compact" | "regular" | "airy";
            complexity?: components["schemas"]["StyleMetadataComplexity"];
            /** @description 1 less the blur effect of Crété-Roffet et al. (2007) over steps of the luma of at least 4 of 255 on every second line, scaled so that edges of one pixel of the sample have 1; 0 without any edge. Not at depth low. */
            sharpness?: number;
            composition?: components["schemas"]["StyleMetadataComposition"];
            focal_point?: components["schemas"]["StyleMetadataFocalPoint"];
            /** @description Part of the picture that is transparent. Not at depth low. */
            transparency?: number;
            /** @description The picture in 28 ASCII characters to show while it loads: a BlurHash (Ågren 2018, blurha.sh) of 4 × 3 waves, 3 × 4 in upright pictures, for any decoder of it. Not at depth low. */
            placeholder?: string;
            /** @description The style in one sentence. Not at depth low. */
            summary?: string;
            /** @description Words to find it by: mood, colours, light, detail. Not at depth low. */
            keywords?: string[];
            video?: components["schemas"]["Video"];
        };
        /** @description A picture and what to find out about it. */
        AnalysisRequest: {
            /**
             * Format: iri
             * @description Address of a picture or a video (http or https), or a Base64 data URI (data:image/…;base64,… or data:video/…;base64,…).
             */
            source_url: string;
            /**
             * @description What the source is. Default: what its bytes say.
             * @enum {string}
             */
            media_type?: "image" | "video";
            /**
             * @description How much is measured. Default: medium.
             * @default medium
             * @enum {string}
             */
            analysis_depth?: "low" | "medium" | "high";
            /**
             * @description Where the picture will be shown. Default: web_16_9.
             * @default web_16_9
             * @enum {string}
             */
            target_platform?: "instagram_reels" | "youtube_shorts" | "web_16_9";
            /** @description Key for the external vision-model provider, which then writes summary, keywords, mood words and typography; colours stay measured. It is never stored nor logged. When the provider fails, the style is measured all the same and a warning says why; with `Prefer: handling=strict` the failure is the answer. */
            api_key?: string;
        };
        /** @description The style of a picture. */
        AnalysisResponse: {
            /** @description Outcome flag: true on every 200 answer. */
            success: boolean;
            style_metadata: components["schemas"]["StyleMetadata"];
            /**
             * Format: date-time
             * @description Time of the response, ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T12:00:00.000Z
             */
            timestamp: string;
        };
        /** @description A word, or an object that holds it. */
        StyleHint: unknown;
        /** @description Style object as returned by the analysis; at most 32 levels deep. Other members are ignored. */
        StyleInput: {
            /** @description Colours of the style, most important first. Empty: the default accent, with a warning. */
            colors: string[];
            palette?: components["schemas"]["StyleHint"];
            mood?: components["schemas"]["StyleHint"];
            typography?: components["schemas"]["StyleHint"];
            scheme?: components["schemas"]["StyleHint"];
            corners?: components["schemas"]["StyleHint"];
            density?: components["schemas"]["StyleHint"];
            complexity?: components["schemas"]["StyleHint"];
            harmony?: components["schemas"]["StyleHint"];
        };
        /** @description The texts of the page. An empty text is left out of it, with a warning. */
        PageContent: {
            /**
             * @description The one h1 of the page. At most 5,000 code points.
             * @example Ship your story
             */
            headline: string;
            /**
             * @description The sentence below it. At most 5,000 code points.
             * @example From one picture to a page people remember.
             */
            sub_headline: string;
            /**
             * @description Words on the call-to-action. At most 5,000 code points.
             * @example Start free
             */
            cta_button_text: string;
            /**
             * Format: uri-reference
             * @description Where the button leads: http, https, mailto, tel or #fragment. Without it: a section of the page.
             * @example https://example.com/start
             */
            cta_url?: string;
        };
        /** @description How the page is built. */
        SparkpageRequestExportSettings: {
            /**
             * @description How the layout answers to the width. One of mobile-first, desktop-first, fluid, adaptive, fixed, in any spelling; an unknown word falls back to mobile-first with a warning.
             * @default mobile-first
             * @example mobile-first
             */
            responsive_type?: string;
            /**
             * @description CSS framework of the page. One of none, tailwind, bootstrap, bulma, pico, open-props, in any spelling; an unknown word falls back to none with a warning.
             * @default none
             * @example none
             */
            framework?: string;
        };
        /** @description A style and the texts of a page. */
        SparkpageRequest: {
            /**
             * @description Identifier of the project: 1 to 128 letters, digits, dots, underscores or dashes. Default: made from the inputs.
             * @example spring-launch
             */
            project_id?: string;
            style_metadata: components["schemas"]["StyleInput"];
            content: components["schemas"]["PageContent"];
            export_settings?: components["schemas"]["SparkpageRequestExportSettings"];
        };
        /**
         * @description The custom properties of :root of the page.
         * @example {
         *       "--sp-accent": "#6D28D9",
         *       "--sp-on-accent": "#FFFFFF"
         *     }
         */
        CssVariables: {
            [key: string]: string;
        };
        /** @description A page and its variables. */
        SparkpageResponse: {
            /** @description Outcome flag: true on every 200 answer. */
            success: boolean;
            /** @description The whole page: one self-contained HTML document. */
            generated_html: string;
            css_variables: components["schemas"]["CssVariables"];
        };
        /** @description Size of the window; each missing member takes its own default. */
        Viewport: {
            /**
             * Format: int32
             * @description CSS px. Default: 1920.
             */
            width?: number;
            /**
             * Format: int32
             * @description CSS px. Default: 1080.
             */
            height?: number;
            /** @description Device px per CSS px. Default: 2; 1 when width > 1920 or height > 2160. */
            deviceScaleFactor?: number;
        };
        /** @description A page and how to capture it. */
        CaptureRequest: {
            /**
             * Format: uri
             * @description Page to capture: http or https, without user:password. The service never opens it, so your own machine and network are fine.
             * @example https://example.com/
             */
            target_url: string;
            viewport?: components["schemas"]["Viewport"];
            /**
             * @description Still picture or video. Default: png.
             * @default png
             * @enum {string}
             */
            output_format?: "png" | "mp4";
            /**
             * Format: seconds
             * @description Length of the video, a number and s, from 0.1s to 600s. Default: 10s; reported as null for png.
             * @example 10s
             */
            record_duration?: string;
            /**
             * @description What to wait for before capturing. One of load, domcontentloaded, networkidle, commit, in any spelling; an unknown word falls back to load with a warning.
             * @default load
             * @example load
             */
            wait_until?: string;
        };
        /** @description Window, CSS px. */
        CaptureConfigViewport: {
            /**
             * Format: int32
             * @description From left to right.
             */
            width: number;
            /**
             * Format: int32
             * @description From top to bottom.
             */
            height: number;
            /** @description Device px per CSS px. */
            deviceScaleFactor: number;
        };
        /** @description How long the script waits. */
        CaptureConfigTimeouts: {
            /**
             * Format: int32
             * @description Until the browser is up. Milliseconds.
             */
            launch_ms: number;
            /**
             * Format: int32
             * @description Until wait_until holds. Milliseconds.
             */
            navigation_ms: number;
            /**
             * Format: int32
             * @description Longest wait for a quiet network, then it goes on. Milliseconds.
             */
            idle_ms: number;
            /**
             * Format: int32
             * @description Longest wait for fonts, pictures and finite animations. Milliseconds.
             */
            settle_ms: number;
        };
        /** @description How the video is made, null for png. */
        CaptureConfigVideo: {
            /**
             * Format: int32
             * @description Frames a second.
             */
            fps: number;
            /**
             * Format: int32
             * @description Frames of the whole video.
             */
            frame_count: number;
            /** @description Encoder of ffmpeg. */
            codec: string;
            /** @description Pixel format of ffmpeg. */
            pixel_format: string;
            /**
             * Format: int32
             * @description Quality: smaller is better and larger in bytes.
             */
            crf: number;
            /** @description Preset of the encoder. */
            preset: string;
            /**
             * @description How the pages are filmed. auto: begin-frame where the browser has it, else page-clock.
             * @enum {string}
             */
            engine: "auto" | "begin-frame" | "page-clock";
        } | null;
        /** @description The script and what it needs. */
        CaptureConfigScript: {
            /** @description Name to save it under. */
            file_name: string;
            /** @description Its language. */
            language: string;
            /** @description Versions of Node.js that run it. */
            node: string;
            /** @description What has to be installed beside Node.js. */
            requires: string[];
            /** @description SHA-256 of the part of the script below the CONFIG. */
            sha256: string;
            /** @description Version of the script. */
            version: string;
        };
        /** @description Switches to edit in the script; the API does not take them. */
        CaptureConfigOptions: {
            /** @description Capture the whole height of the page (png). */
            full_page: boolean;
            /** @description CSS selectors of elements to hide. */
            hide_selectors: string[];
            /**
             * @description Preferred colour scheme, null for the default of the browser.
             * @enum {string|null}
             */
            color_scheme: "light" | "dark" | null;
            /**
             * @description Preference about motion, null for the default of the browser.
             * @enum {string|null}
             */
            reduced_motion: "reduce" | "no-preference" | null;
            /** @description CSS selector of an element that must be visible before the capture; null: none. */
            wait_for_selector: string | null;
            /**
             * Format: int32
             * @description Waited before capturing. Milliseconds.
             */
            extra_wait_ms: number;
        };
        /** @description What the script does; the CONFIG at its top. */
        CaptureConfig: {
            /** @description Page to capture. */
            target_url: string;
            /**
             * @description Still picture or video.
             * @enum {string}
             */
            output_format: "png" | "mp4";
            /** @description File the script writes unless told otherwise. */
            output_file: string;
            viewport: components["schemas"]["CaptureConfigViewport"];
            output_size: components["schemas"]["Size"];
            /**
             * @description What is waited for before capturing.
             * @enum {string}
             */
            wait_until: "load" | "domcontentloaded" | "networkidle" | "commit";
            /** @description Length of the video, null for png. */
            record_duration: string | null;
            timeouts: components["schemas"]["CaptureConfigTimeouts"];
            video: components["schemas"]["CaptureConfigVideo"];
            script: components["schemas"]["CaptureConfigScript"];
            /** @description What was ignored or replaced in the request. */
            warnings: string[];
            options: components["schemas"]["CaptureConfigOptions"];
        };
        /** @description A script and what it does. */
        CaptureResponse: {
            /** @description Outcome flag: true on every 200 answer. */
            success: boolean;
            /** @description capture.mjs: runs with Node 20 or later and playwright or playwright-core; mp4 also needs ffmpeg. */
            playwright_script: string;
            capture_config: components["schemas"]["CaptureConfig"];
        };
        /** @description State of this process. */
        Health: {
            /**
             * @description ok with 200; draining with 503 while the process shuts down.
             * @enum {string}
             */
            status: "ok" | "draining";
            /**
             * @description Name of the service.
             * @enum {string}
             */
            service: "automation-service";
            /**
             * @description Service version, major.minor.patch.
             * @example 1.0.0
             */
            version: string;
            /**
             * Format: date-time
             * @description Time of the response, ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T12:00:00.000Z
             */
            timestamp: string;
        };
        /** @description How long the latest answers took. */
        OperationStatsLatencyMs: {
            /** @description Median. Milliseconds. */
            p50: number;
            /** @description 95th percentile. Milliseconds. */
            p95: number;
            /** @description 99th percentile. Milliseconds. */
            p99: number;
        };
        /** @description What one operation did in this process. */
        OperationStats: {
            /**
             * Format: int64
             * @description Answers since the start of this process.
             */
            count: number;
            /** @description The same by status class: 2xx, 4xx, 5xx. */
            statuses: {
                [key: string]: number;
            };
            latency_ms: components["schemas"]["OperationStatsLatencyMs"];
        };
        /** @description Calls to one provider by how they ended. */
        ProviderStats: {
            /**
             * Format: int64
             * @description Calls that ended so: answered.
             */
            answered?: number;
            /**
             * Format: int64
             * @description Calls that ended so: key_rejected.
             */
            key_rejected?: number;
            /**
             * Format: int64
             * @description Calls that ended so: rate_limited.
             */
            rate_limited?: number;
            /**
             * Format: int64
             * @description Calls that ended so: refused.
             */
            refused?: number;
            /**
             * Format: int64
             * @description Calls that ended so: unusable.
             */
            unusable?: number;
            /**
             * Format: int64
             * @description Calls that ended so: unavailable.
             */
            unavailable?: number;
            /**
             * Format: int64
             * @description Calls that ended so: timeout.
             */
            timeout?: number;
        };
        /** @description This process. */
        StatsService: {
            /** @description Version of the service. */
            version: string;
            /** @description Version of Node.js. */
            node: string;
            /**
             * Format: date-time
             * @description Time of the response, ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T12:00:00.000Z
             */
            started_at: string;
            /** @description Time since the start. Seconds. */
            uptime_seconds: number;
        };
        /** @description Memory. Bytes. */
        StatsProcessMemoryBytes: {
            /**
             * Format: int64
             * @description Resident.
             */
            rss: number;
            /**
             * Format: int64
             * @description JavaScript heap in use.
             */
            heap_used: number;
            /**
             * Format: int64
             * @description Buffers and native objects.
             */
            external: number;
        };
        /** @description CPU time since the start. Seconds. */
        StatsProcessCpuSeconds: {
            /** @description In code of this process. */
            user: number;
            /** @description In the kernel, for this process. */
            system: number;
        };
        /** @description How late timers fire. */
        StatsProcessEventLoopDelayMs: {
            /** @description Median. Milliseconds. */
            p50: number;
            /** @description 99th percentile. Milliseconds. */
            p99: number;
        };
        /** @description What this process uses. */
        StatsProcess: {
            memory_bytes: components["schemas"]["StatsProcessMemoryBytes"];
            cpu_seconds: components["schemas"]["StatsProcessCpuSeconds"];
            event_loop_delay_ms: components["schemas"]["StatsProcessEventLoopDelayMs"];
        };
        /** @description Analyses. */
        StatsAnalyses: {
            /**
             * Format: int64
             * @description Analysis records.
             */
            total: number;
            /**
             * Format: int64
             * @description Analyses asked for, repeats included.
             */
            times: number;
            /** @description Per platform. */
            by_platform: {
                [key: string]: number;
            };
            /** @description Per depth. */
            by_depth: {
                [key: string]: number;
            };
            /** @description Per media type. */
            by_media_type: {
                [key: string]: number;
            };
            /** @description Per engine. */
            by_engine: {
                [key: string]: number;
            };
            /**
             * Format: int64
             * @description Work spared by this process because equal work was under way or kept.
             */
            cache_hits: number;
        };
        /** @description Projects. */
        StatsProjects: {
            /**
             * Format: int64
             * @description Projects.
             */
            total: number;
        };
        /** @description Pages. */
        StatsPages: {
            /**
             * Format: int64
             * @description Page records.
             */
            total: number;
            /**
             * Format: int64
             * @description Pages asked for, repeats included.
             */
            times: number;
            /** @description Per framework. */
            by_framework: {
                [key: string]: number;
            };
        };
        /** @description Captures. */
        StatsCaptures: {
            /**
             * Format: int64
             * @description Capture records.
             */
            total: number;
            /**
             * Format: int64
             * @description Captures asked for, repeats included.
             */
            times: number;
            /** @description Per output format. */
            by_format: {
                [key: string]: number;
            };
        };
        /** @description Sources. */
        StatsFetches: {
            /**
             * Format: int64
             * @description Source addresses refused by this process.
             */
            refused: number;
        };
        /** @description The database. */
        StatsStorage: {
            /** @description Kind of database. */
            kind: string;
            /**
             * Format: int64
             * @description Records of all kinds.
             */
            records: number;
            /**
             * Format: int64
             * @description Size of the database on disk.
             */
            bytes: number;
            /**
             * Format: int64
             * @description Size of the records: their texts, and a constant for the rest of each row and its indexes.
             */
            record_bytes: number;
            /** @description Bound of record_bytes (STORAGE_MAX_MB) in this process; null: unlimited. */
            max_bytes: number | null;
            /**
             * Format: int64
             * @description Records deleted to stay within a bound.
             */
            evicted: number;
        };
        /** @description Totals come from the store and survive a restart. */
        Stats: {
            service: components["schemas"]["StatsService"];
            process: components["schemas"]["StatsProcess"];
            /** @description Per operation, of this process only: latencies are not shared between replicas. */
            requests: {
                [key: string]: components["schemas"]["OperationStats"];
            };
            /** @description Requests per key (API_KEYS) since the start of this process, refused ones not among them. */
            keys: {
                [key: string]: number;
            };
            analyses: components["schemas"]["StatsAnalyses"];
            projects: components["schemas"]["StatsProjects"];
            pages: components["schemas"]["StatsPages"];
            captures: components["schemas"]["StatsCaptures"];
            /** @description Vision-model providers that this process has called. */
            providers: {
                [key: string]: components["schemas"]["ProviderStats"];
            };
            fetches: components["schemas"]["StatsFetches"];
            storage: components["schemas"]["StatsStorage"];
        };
        /** @description Figures for the operator. */
        StatsResponse: {
            stats: components["schemas"]["Stats"];
            /**
             * Format: date-time
             * @description Time of the response, ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T12:00:00.000Z
             */
            timestamp: string;
        };
    };
    responses: {
        /** @description A failure: a problem document (RFC 9457) whose type is the address of a page with cause and cure. */
        Problem: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "Retry-After": components["headers"]["Retry-After"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Names this request in the log of the service. */
        "x-request-id": string;
        /** @description The page that may read the answer. Only where CORS_ORIGINS names it. */
        "Access-Control-Allow-Origin": string;
        /** @description Id of the analysis record. */
        "x-analysis-id": string;
        /** @description What was ignored or replaced in the request: code;pointer="…";detail="…", … */
        "x-warnings": string;
        /** @description Requests that are left and seconds until they are full again. Only where RATE_LIMIT is set. */
        RateLimit: string;
        /** @description Requests and seconds of a window. Only where RATE_LIMIT is set. */
        "RateLimit-Policy": string;
        /** @description Seconds to wait. With 429 and 503. */
        "Retry-After": number;
        /** @description Id of the project record. */
        "x-project-id": string;
        /** @description Id of the page record. */
        "x-page-id": string;
        /** @description Id of the capture record. */
        "x-capture-id": string;
        /** @description Tells this listing from others; sent as If-None-Match it is answered with 304 while nothing changed. */
        ETag: string;
        /** @description The name to save it under. */
        "Content-Disposition": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    analyzeVibe: {
        parameters: {
            query?: never;
            header?: {
                /** @description Whose key api_key is: openai, anthropic, gemini, openrouter. Default: what the key tells by how it begins. */
                "x-vision-provider"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnalysisRequest"];
            };
        };
        responses: {
            /** @description The style of the picture. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "x-analysis-id": components["headers"]["x-analysis-id"];
                    "x-warnings": components["headers"]["x-warnings"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "style_metadata": {
                     *         "colors": [
                     *           "#1E1B4B",
                     *           "#7C3AED",
                     *           "#DB2777",
                     *           "#FBBF24",
                     *           "#0F766E",
                     *           "#F8FAFC"
                     *         ],
                     *         "palette": [
                     *           {
                     *             "hex": "#1E1B4B",
                     *             "share": 0.2891,
                     *             "oklch": {
                     *               "l": 0.2573,
                     *               "c": 0.0861,
                     *               "h": 281.2883
                     *             },
                     *             "role": "background",
                     *             "name": "deep purplish blue",
                     *             "contrast_white": 15.9869,
                     *             "contrast_black": 1.3136
                     *           },
                     *           {
                     *             "hex": "#7C3AED",
                     *             "share": 0.2477,
                     *             "oklch": {
                     *               "l": 0.5413,
                     *               "c": 0.2466,
                     *               "h": 293.009
                     *             },
                     *             "role": "primary",
                     *             "name": "vivid violet",
                     *             "contrast_white": 5.6986,
                     *             "contrast_black": 3.6851
                     *           },
                     *           {
                     *             "hex": "#DB2777",
                     *             "share": 0.1995,
                     *             "oklch": {
                     *               "l": 0.5916,
                     *               "c": 0.218,
                     *               "h": 0.5844
                     *             },
                     *             "role": "secondary",
                     *             "name": "vivid purplish red",
                     *             "contrast_white": 4.5966,
                     *             "contrast_black": 4.5686
                     *           },
                     *           {
                     *             "hex": "#FBBF24",
                     *             "share": 0.0993,
                     *             "oklch": {
                     *               "l": 0.8369,
                     *               "c": 0.1644,
                     *               "h": 84.4286
                     *             },
                     *             "role": "accent",
                     *             "name": "vivid yellow",
                     *             "contrast_white": 1.6694,
                     *             "contrast_black": 12.5796
                     *           },
                     *           {
                     *             "hex": "#0F766E",
                     *             "share": 0.1506,
                     *             "oklch": {
                     *               "l": 0.5109,
                     *               "c": 0.0861,
                     *               "h": 186.3914
                     *             },
                     *             "role": "support",
                     *             "name": "strong bluish green",
                     *             "contrast_white": 5.4733,
                     *             "contrast_black": 3.8368
                     *           },
                     *           {
                     *             "hex": "#F8FAFC",
                     *             "share": 0.0138,
                     *             "oklch": {
                     *               "l": 0.9842,
                     *               "c": 0.0034,
                     *               "h": 247.8575
                     *             },
                     *             "role": "text",
                     *             "name": "white",
                     *             "contrast_white": 1.0463,
                     *             "contrast_black": 20.0712
                     *           }
                     *         ],
                     *         "roles": {
                     *           "background": "#1E1B4B",
                     *           "surface": "#272556",
                     *           "text": "#F8FAFC",
                     *           "primary": "#7C3AED",
                     *           "on_primary": "#F8FAFC",
                     *           "secondary": "#DB2777",
                     *           "accent": "#FBBF24",
                     *           "on_accent": "#1E1B4B"
                     *         },
                     *         "brightness": 0.5002,
                     *         "contrast": 0.18,
                     *         "colorfulness": {
                     *           "value": 143.1297,
                     *           "label": "extreme"
                     *         },
                     *         "temperature": {
                     *           "value": -0.3727,
                     *           "label": "neutral"
                     *         },
                     *         "media": {
                     *           "type": "image",
                     *           "format": "png",
                     *           "width": 96,
                     *           "height": 64,
                     *           "bytes": 400,
                     *           "frames": 1,
                     *           "alpha": false,
                     *           "orientation": 1,
                     *           "color_space": "srgb",
                     *           "sha256": "ef56e991cbc8b49d60d480c2cc1b946953f5a1cfc41d806e8042de3f6cebe136"
                     *         },
                     *         "platform": {
                     *           "name": "web_16_9",
                     *           "canvas": {
                     *             "width": 1920,
                     *             "height": 1080
                     *           },
                     *           "aspect_match": false,
                     *           "min_resolution_ok": false,
                     *           "crop": {
                     *             "x": 0,
                     *             "y": 0,
                     *             "width": 96,
                     *             "height": 54
                     *           },
                     *           "safe_area": {
                     *             "x": 96,
                     *             "y": 54,
                     *             "width": 1728,
                     *             "height": 972
                     *           },
                     *           "focal_in_safe_area": true,
                     *           "advice": [
                     *             "Crop to 96 × 54 px at 0, 0 for 16:9 on the web.",
                     *             "Use a larger picture: 96 × 54 px would be enlarged to 1920 × 1080.",
                     *             "Keep texts and faces within 1728 × 972 px at 96, 54 of the canvas."
                     *           ]
                     *         },
                     *         "analysis": {
                     *           "id": "ana_9e0d875906d39e075ca2aed7754e74f8",
                     *           "engine": "builtin",
                     *           "depth": "low",
                     *           "sampled": {
                     *             "width": 96,
                     *             "height": 64
                     *           },
                     *           "version": "1.3.0",
                     *           "warnings": []
                     *         }
                     *       },
                     *       "timestamp": "2026-01-31T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AnalysisResponse"];
                };
            };
            /** @description `malformed_request`: The request is not well-formed HTTP. `invalid_request`: The request breaks the contract. `invalid_json`: The body is not JSON. */
            400: components["responses"]["Problem"];
            /** @description `unauthorized`: A key is needed. */
            401: components["responses"]["Problem"];
            /** @description `host_refused`: Host name not allowed. */
            403: components["responses"]["Problem"];
            /** @description `body_too_large`: The body is too large. */
            413: components["responses"]["Problem"];
            /** @description `unsupported_media_type`: The Content-Type cannot be read. */
            415: components["responses"]["Problem"];
            /** @description `source_invalid`: source_url is not an address of a picture. `source_refused`: source_url may not be fetched. `source_unreachable`: source_url could not be reached. `source_http_error`: source_url answered with an error. `source_timeout`: source_url took too long. `source_too_large`: The file is too large. `source_too_many_pixels`: The file has too many pixels. `picture_too_large`: Decoding the file takes too much memory. `source_not_picture`: source_url does not hold a picture or a video. `source_unsupported`: The format cannot be read. `source_mismatch`: media_type does not fit the file. `provider_unknown`: The key belongs to no provider that is known here. `provider_key_rejected`: The vision provider does not take the key. */
            422: components["responses"]["Problem"];
            /** @description `rate_limited`: Too many requests. `provider_rate_limited`: The vision provider asks for a pause. */
            429: components["responses"]["Problem"];
            /** @description `internal_error`: Something broke on our side. */
            500: components["responses"]["Problem"];
            /** @description `video_unavailable`: Video cannot be read here. */
            501: components["responses"]["Problem"];
            /** @description `provider_failed`: The vision provider gave no usable answer. */
            502: components["responses"]["Problem"];
            /** @description `overloaded`: Too busy right now. `provider_unavailable`: The vision provider cannot be used right now. */
            503: components["responses"]["Problem"];
            /** @description `provider_timeout`: The vision provider took too long. */
            504: components["responses"]["Problem"];
        };
    };
    buildSparkpage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SparkpageRequest"];
            };
        };
        responses: {
            /** @description The page and its variables. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "x-project-id": components["headers"]["x-project-id"];
                    "x-page-id": components["headers"]["x-page-id"];
                    "x-warnings": components["headers"]["x-warnings"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "generated_html": "<!doctype html>\n<html lang=\"en\" dir=\"ltr\">\n…",
                     *       "css_variables": {
                     *         "--sp-bg": "#F8FAFC",
                     *         "--sp-surface": "#F4EDE6",
                     *         "--sp-text": "#0F172A",
                     *         "--sp-muted": "#544533",
                     *         "--sp-accent": "#6D28D9",
                     *         "--sp-on-accent": "#FFFFFF",
                     *         "--sp-edge": "#6D28D9",
                     *         "--sp-border": "#968777",
                     *         "--sp-focus": "#6D28D9",
                     *         "--sp-link": "#6D28D9",
                     *         "--sp-secondary": "#C07A00",
                     *         "--sp-dark-bg": "#0F172A",
                     *         "--sp-dark-surface": "#162240",
                     *         "--sp-dark-text": "#F8FAFC",
                     *         "--sp-dark-muted": "#C1C7D5",
                     *         "--sp-dark-accent": "#6D28D9",
                     *         "--sp-dark-on-accent": "#FFFFFF",
                     *         "--sp-dark-edge": "#8044F1",
                     *         "--sp-dark-border": "#656D7F",
                     *         "--sp-dark-focus": "#D1C8FF",
                     *         "--sp-dark-link": "#D1C8FF",
                     *         "--sp-dark-secondary": "#F59E0B",
                     *         "--sp-palette-1": "#6D28D9",
                     *         "--sp-palette-2": "#F59E0B",
                     *         "--sp-palette-3": "#0F172A",
                     *         "--sp-palette-4": "#F8FAFC",
                     *         "--sp-font-title": "system-ui,-apple-system,\"Segoe UI\",Roboto,\"Noto Sans\",\"Helvetica Neue\",Arial,sans-serif",
                     *         "--sp-font-text": "system-ui,-apple-system,\"Segoe UI\",Roboto,\"Noto Sans\",\"Helvetica Neue\",Arial,sans-serif",
                     *         "--sp-weight-title": "700",
                     *         "--sp-tracking-title": "-.025em",
                     *         "--sp-leading-title": "1.08",
                     *         "--sp-step-1": "clamp(1.063rem,0.6rem + 0.8vw,3rem)",
                     *         "--sp-step-2": "clamp(1.125rem,0.7rem + 1vw,3.5rem)",
                     *         "--sp-step-3": "clamp(2.5rem,0.875rem + 4.9vw,14rem)",
                     *         "--sp-radius": ".75rem",
                     *         "--sp-radius-large": "1.5rem",
                     *         "--sp-space-1": "clamp(0.75rem,0.45rem + 0.3vw,2rem)",
                     *         "--sp-space-2": "clamp(1.25rem,0.75rem + 0.7vw,4rem)",
                     *         "--sp-space-3": "clamp(1.5rem,0.9rem + 2.2vw,9rem)",
                     *         "--sp-space-4": "clamp(2.5rem,1.5rem + 4vw,14rem)"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SparkpageResponse"];
                    "text/html": string;
                    "text/css": string;
                };
            };
            /** @description `malformed_request`: The request is not well-formed HTTP. `invalid_request`: The request breaks the contract. `invalid_json`: The body is not JSON. */
            400: components["responses"]["Problem"];
            /** @description `unauthorized`: A key is needed. */
            401: components["responses"]["Problem"];
            /** @description `host_refused`: Host name not allowed. */
            403: components["responses"]["Problem"];
            /** @description `body_too_large`: The body is too large. */
            413: components["responses"]["Problem"];
            /** @description `unsupported_media_type`: The Content-Type cannot be read. */
            415: components["responses"]["Problem"];
            /** @description `rate_limited`: Too many requests. */
            429: components["responses"]["Problem"];
            /** @description `internal_error`: Something broke on our side. */
            500: components["responses"]["Problem"];
            /** @description `overloaded`: Too busy right now. */
            503: components["responses"]["Problem"];
        };
    };
    captureMedia: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CaptureRequest"];
            };
        };
        responses: {
            /** @description The script and its configuration. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "x-capture-id": components["headers"]["x-capture-id"];
                    "x-warnings": components["headers"]["x-warnings"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "playwright_script": "// capture.mjs photographs (png) or films (mp4) one web page with a real browser on your machine.\n//\n//   npm install playwright\n//   npx playwright install chromium\n//   node capture.mjs [output file]\n…",
                     *       "capture_config": {
                     *         "target_url": "https://example.com/",
                     *         "output_format": "png",
                     *         "output_file": "example-com-3840x2160.png",
                     *         "viewport": {
                     *           "width": 1920,
                     *           "height": 1080,
                     *           "deviceScaleFactor": 2
                     *         },
                     *         "output_size": {
                     *           "width": 3840,
                     *           "height": 2160
                     *         },
                     *         "wait_until": "load",
                     *         "record_duration": null,
                     *         "timeouts": {
                     *           "launch_ms": 30000,
                     *           "navigation_ms": 60000,
                     *           "idle_ms": 10000,
                     *           "settle_ms": 10000
                     *         },
                     *         "video": null,
                     *         "script": {
                     *           "file_name": "capture.mjs",
                     *           "language": "javascript",
                     *           "node": ">=20",
                     *           "requires": [
                     *             "playwright"
                     *           ],
                     *           "sha256": "6b63f291ff292a8aa1c3010ac9aad171eac0236fbdcf9c072e75c3c4420b450a",
                     *           "version": "1.0.0"
                     *         },
                     *         "warnings": [],
                     *         "options": {
                     *           "full_page": false,
                     *           "color_scheme": null,
                     *           "reduced_motion": null,
                     *           "wait_for_selector": null,
                     *           "extra_wait_ms": 0,
                     *           "hide_selectors": []
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CaptureResponse"];
                    "text/javascript": string;
                };
            };
            /** @description `malformed_request`: The request is not well-formed HTTP. `invalid_request`: The request breaks the contract. `invalid_json`: The body is not JSON. */
            400: components["responses"]["Problem"];
            /** @description `unauthorized`: A key is needed. */
            401: components["responses"]["Problem"];
            /** @description `host_refused`: Host name not allowed. */
            403: components["responses"]["Problem"];
            /** @description `body_too_large`: The body is too large. */
            413: components["responses"]["Problem"];
            /** @description `unsupported_media_type`: The Content-Type cannot be read. */
            415: components["responses"]["Problem"];
            /** @description `rate_limited`: Too many requests. */
            429: components["responses"]["Problem"];
            /** @description `internal_error`: Something broke on our side. */
            500: components["responses"]["Problem"];
            /** @description `overloaded`: Too busy right now. */
            503: components["responses"]["Problem"];
        };
    };
    exportTxt: {
        parameters: {
            query?: {
                /** @description Only this project: 1 to 128 letters, digits, dots, underscores or dashes (projects exports). */
                project_id?: string;
                /** @description Only records created at or after this instant. RFC 3339, for example 2026-01-31T12:00:00Z, or a date. */
                since?: string;
                /** @description Only records created before this instant. RFC 3339, for example 2026-01-31T12:00:00Z, or a date. */
                until?: string;
                /** @description At most this many records. Default: all. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description What to list. */
                type: "projects" | "analysis" | "api-spec";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The listing, as a download. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The listing is what If-None-Match names. */
            304: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed_request`: The request is not well-formed HTTP. `invalid_request`: The request breaks the contract. */
            400: components["responses"]["Problem"];
            /** @description `unauthorized`: A key is needed. */
            401: components["responses"]["Problem"];
            /** @description `host_refused`: Host name not allowed. */
            403: components["responses"]["Problem"];
            /** @description `rate_limited`: Too many requests. */
            429: components["responses"]["Problem"];
            /** @description `internal_error`: Something broke on our side. */
            500: components["responses"]["Problem"];
            /** @description `overloaded`: Too busy right now. */
            503: components["responses"]["Problem"];
        };
    };
    exportPdf: {
        parameters: {
            query?: {
                /** @description Only this project: 1 to 128 letters, digits, dots, underscores or dashes (projects exports). */
                project_id?: string;
                /** @description Only records created at or after this instant. RFC 3339, for example 2026-01-31T12:00:00Z, or a date. */
                since?: string;
                /** @description Only records created before this instant. RFC 3339, for example 2026-01-31T12:00:00Z, or a date. */
                until?: string;
                /** @description At most this many records. Default: 1000. */
                limit?: number;
                /** @description Size of the paper. Default: a4. */
                paper?: "a4" | "letter";
            };
            header?: never;
            path: {
                /** @description What to list. */
                type: "projects" | "analysis";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The listing is what If-None-Match names. */
            304: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed_request`: The request is not well-formed HTTP. `invalid_request`: The request breaks the contract. */
            400: components["responses"]["Problem"];
            /** @description `unauthorized`: A key is needed. */
            401: components["responses"]["Problem"];
            /** @description `host_refused`: Host name not allowed. */
            403: components["responses"]["Problem"];
            /** @description `rate_limited`: Too many requests. */
            429: components["responses"]["Problem"];
            /** @description `internal_error`: Something broke on our side. */
            500: components["responses"]["Problem"];
            /** @description `overloaded`: Too busy right now. */
            503: components["responses"]["Problem"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service runs. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "service": "automation-service",
                     *       "version": "1.0.0",
                     *       "timestamp": "2026-01-31T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description `malformed_request`: The request is not well-formed HTTP. `invalid_request`: The request breaks the contract. */
            400: components["responses"]["Problem"];
            /** @description `host_refused`: Host name not allowed. */
            403: components["responses"]["Problem"];
            /** @description `internal_error`: Something broke on our side. */
            500: components["responses"]["Problem"];
            /** @description The process is shutting down. */
            503: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "draining",
                     *       "service": "automation-service",
                     *       "version": "1.0.0",
                     *       "timestamp": "2026-01-31T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    getStats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "stats": {
                     *         "service": {
                     *           "version": "1.0.0",
                     *           "node": "v20.20.2",
                     *           "started_at": "2026-01-31T09:00:00.000Z",
                     *           "uptime_seconds": 10800
                     *         },
                     *         "process": {
                     *           "memory_bytes": {
                     *             "rss": 142606336,
                     *             "heap_used": 48234496,
                     *             "external": 6291456
                     *           },
                     *           "cpu_seconds": {
                     *             "user": 41.2,
                     *             "system": 3.1
                     *           },
                     *           "event_loop_delay_ms": {
                     *             "p50": 0.103,
                     *             "p99": 1.835
                     *           }
                     *         },
                     *         "requests": {
                     *           "analyzeVibe": {
                     *             "count": 128,
                     *             "statuses": {
                     *               "2xx": 125,
                     *               "4xx": 3
                     *             },
                     *             "latency_ms": {
                     *               "p50": 18.2,
                     *               "p95": 61.7,
                     *               "p99": 212.4
                     *             }
                     *           },
                     *           "buildSparkpage": {
                     *             "count": 96,
                     *             "statuses": {
                     *               "2xx": 96
                     *             },
                     *             "latency_ms": {
                     *               "p50": 2.1,
                     *               "p95": 4.8,
                     *               "p99": 9.3
                     *             }
                     *           }
                     *         },
                     *         "keys": {
                     *           "ci": 40,
                     *           "web": 184
                     *         },
                     *         "analyses": {
                     *           "total": 61,
                     *           "times": 125,
                     *           "by_platform": {
                     *             "web_16_9": 40,
                     *             "instagram_reels": 21
                     *           },
                     *           "by_depth": {
                     *             "low": 12,
                     *             "medium": 49
                     *           },
                     *           "by_media_type": {
                     *             "image": 58,
                     *             "video": 3
                     *           },
                     *           "by_engine": {
                     *             "builtin": 52,
                     *             "openai": 9
                     *           },
                     *           "cache_hits": 64
                     *         },
                     *         "projects": {
                     *           "total": 22
                     *         },
                     *         "pages": {
                     *           "total": 74,
                     *           "times": 96,
                     *           "by_framework": {
                     *             "none": 50,
                     *             "tailwind": 24
                     *           }
                     *         },
                     *         "captures": {
                     *           "total": 18,
                     *           "times": 20,
                     *           "by_format": {
                     *             "png": 15,
                     *             "mp4": 3
                     *           }
                     *         },
                     *         "providers": {
                     *           "openai": {
                     *             "answered": 9,
                     *             "rate_limited": 1
                     *           }
                     *         },
                     *         "fetches": {
                     *           "refused": 2
                     *         },
                     *         "storage": {
                     *           "kind": "sqlite",
                     *           "records": 175,
                     *           "bytes": 1327104,
                     *           "record_bytes": 1130496,
                     *           "max_bytes": 1073741824,
                     *           "evicted": 0
                     *         }
                     *       },
                     *       "timestamp": "2026-01-31T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["StatsResponse"];
                };
            };
            /** @description `malformed_request`: The request is not well-formed HTTP. `invalid_request`: The request breaks the contract. */
            400: components["responses"]["Problem"];
            /** @description `unauthorized`: A key is needed. */
            401: components["responses"]["Problem"];
            /** @description `host_refused`: Host name not allowed. `forbidden`: Forbidden. */
            403: components["responses"]["Problem"];
            /** @description `rate_limited`: Too many requests. */
            429: components["responses"]["Problem"];
            /** @description `internal_error`: Something broke on our side. */
            500: components["responses"]["Problem"];
            /** @description `overloaded`: Too busy right now. */
            503: components["responses"]["Problem"];
        };
    };
}
